#include "client/acu/sight.hpp"

#include <algorithm>

#include "common/geo/vector.hpp"

namespace synchrono::client::acu {

InterestFilter::InterestFilter(const config::Interest& interest, AgentId agent, std::span<const Sight> all)
    : interest_(interest) {
    const auto found =
        std::find_if(all.begin(), all.end(), [agent](const Sight& s) { return s.obstacle.agent == agent; });
    if (found != all.end()) self_ = &*found;
}

bool InterestFilter::includes(AgentId other, float x_m, float y_m) const {
    switch (interest_.kind) {
        case config::Interest::Kind::world:
            return true;
        case config::Interest::Kind::radius:
            return self_ != nullptr &&
                   geo::within(x_m, y_m, self_->published_x_m, self_->published_y_m, interest_.radius_m);
        case config::Interest::Kind::agents:
            return config::is_static(other) ||  // everybody knows what is static
                   std::binary_search(interest_.agents.begin(), interest_.agents.end(), other);
    }
    return false;
}

}  // namespace synchrono::client::acu
