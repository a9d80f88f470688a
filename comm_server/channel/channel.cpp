#include "comm_server/channel/channel.hpp"

#include "comm_server/channel/internal/direct_channel.hpp"
#include "comm_server/channel/internal/fading_channel.hpp"

namespace synchrono::comm_server::channel {

std::unique_ptr<Channel> make_channel(const config::RadioChannel& spec,
                                      std::span<const config::Building> buildings, std::uint64_t seed) {
    if (spec.model == config::RadioChannel::Model::fading)
        return std::make_unique<FadingChannel>(spec, buildings, seed);
    return std::make_unique<DirectChannel>(spec, buildings);
}

}  // namespace synchrono::comm_server::channel
