#include "common/signal/signal_controller.hpp"

#include "common/base/contract.hpp"
#include "common/signal/internal/actuated_controller.hpp"
#include "common/signal/internal/fixed_controller.hpp"

namespace synchrono::signal {

std::unique_ptr<SignalController> make_signal_controller(const config::Intersection& intersection) {
    SYN_REQUIRE(intersection.signals);
    if (std::holds_alternative<config::FixedProgramme>(intersection.signals->programme)) {
        return std::make_unique<FixedController>(*intersection.signals);
    }
    return std::make_unique<ActuatedController>(intersection);
}

}  // namespace synchrono::signal
