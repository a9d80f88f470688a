#include "client/radio/frames.hpp"

#include "common/base/contract.hpp"
#include "common/j2735/codec.hpp"

namespace synchrono::client {

Frames::Frames(const geo::WorldFrame& world, Counters<RadioCounter>& counters)
    : world_(world), counters_(counters) {}

Frames::~Frames() {
    SYN_REQUIRE(unused_.size() == all_.size());  // fails if somebody still has a frame
}

FrameRef Frames::read(ByteView payload, SimTime sent) {
    if (unused_.empty()) {
        all_.push_back(std::make_unique<Frame>());
        // Frames are given back in destructors, which must not allocate, so there is room for all of them.
        unused_.reserve(all_.capacity());
        unused_.push_back(all_.back().get());
    }
    Frame& frame = *unused_.back();
    unused_.pop_back();
    frame.payload.assign(payload.begin(), payload.end());
    frame.problem.clear();
    frame.type = 0;
    frame.view.clear();
    if (const auto decoded = j2735::decode(payload, message_); !decoded) {
        frame.problem = decoded.error().text;
        counters_.add(RadioCounter::unreadable);
    } else {
        // A message begins with an extension bit and the fifteen bits of its id.
        frame.type = (std::to_integer<std::uint32_t>(payload[0]) & 0x7f) << 8 |
                     std::to_integer<std::uint32_t>(payload[1]);
        frame.view.assign(message_.value, world_, sent);
    }
    return {&frame, &unused_};
}

}  // namespace synchrono::client
