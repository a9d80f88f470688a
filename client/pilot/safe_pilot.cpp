#include "client/pilot/safe_pilot.hpp"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace synchrono::client {
namespace {

constexpr const char* kBrakes = "the vehicle brakes to a stop";

/// Says why these controls cannot be applied; empty when they can.
std::string objection_to(const DriverInputs& controls) {
    const auto check = [](std::string_view name, double value, int low) {
        if (!std::isfinite(value)) return fmt::format("{} is not a number", name);
        if (value < low || value > 1) return fmt::format("{} is {}, outside {} to 1", name, value, low);
        return std::string();
    };
    std::string text = check("steering", controls.steering, -1);
    if (text.empty()) text = check("throttle", controls.throttle, 0);
    if (text.empty()) text = check("braking", controls.braking, 0);
    return text;
}

}  // namespace

SafePilot::SafePilot(std::unique_ptr<PilotHost> host, std::string who, PilotNotes note)
    : host_(std::move(host)), who_(std::move(who)), note_(std::move(note)) {}

SafePilot::SafePilot(std::string_view why, const PilotNotes& note)
    : fault_(fmt::format("{}; {}", why, kBrakes)) {
    if (note) note(PilotNote::error, fault_);
}

void SafePilot::begin(const Perception& perception) {
    now_ = perception.now;
    if (fault_.empty()) host_->begin(perception);
}

std::optional<PilotAnswer> SafePilot::finish() {
    PilotAnswer stop{.valid_from = now_};
    if (fault_.empty()) {
        const std::optional<PilotAnswer> answer = host_->finish();
        std::string why(host_->fault());
        if (why.empty()) {
            if (!answer) return answer;
            why = objection_to(answer->controls);
        }
        if (why.empty()) {
            steering_ = answer->controls.steering;
            return answer;
        }
        fault_ = fmt::format("{} failed at {} s: {}; {}", who_, now_.to_seconds(), why, kBrakes);
        if (note_) note_(PilotNote::error, fault_);
        if (answer) stop.messages = answer->messages;  // the pilot sent them while it was well
    }
    stop.controls = {.steering = steering_, .throttle = 0, .braking = 1};
    return stop;
}

}  // namespace synchrono::client
