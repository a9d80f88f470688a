#include "client/radio/radio_messages.hpp"

#include "common/base/contract.hpp"
#include "common/j2735/codec.hpp"

namespace synchrono::client::radio {

RadioMessages::RadioMessages(const geo::WorldFrame& world, Counters<RadioCounter>& counters)
    : world_(world), counters_(counters) {}

RadioMessages::~RadioMessages() {
    SYN_REQUIRE(unused_.size() == all_.size());  // fails while there are RadioMessageRefs
}

RadioMessageRef RadioMessages::read(ByteView payload, SimTime sent) {
    if (unused_.empty()) {
        all_.push_back(std::make_unique<RadioMessage>());
        // Destructors give messages back and must not allocate, so room for all messages is reserved here.
        unused_.reserve(all_.capacity());
        unused_.push_back(all_.back().get());
    }
    RadioMessage& message = *unused_.back();
    unused_.pop_back();
    message.payload.assign(payload.begin(), payload.end());
    message.problem.clear();
    message.type = 0;
    message.view.clear();
    if (const auto decoded = j2735::decode(payload, message_); !decoded) {
        message.problem = decoded.error().text;
        counters_.add(RadioCounter::unreadable);
    } else {
        // A message begins with an extension bit and the fifteen bits of its id.
        message.type = (std::to_integer<std::uint32_t>(payload[0]) & 0x7f) << 8 |
                       std::to_integer<std::uint32_t>(payload[1]);
        message.view.assign(message_.value, world_, sent);
    }
    return {&message, &unused_};
}

}  // namespace synchrono::client::radio
