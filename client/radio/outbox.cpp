#include "client/radio/outbox.hpp"

#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <utility>

#include "common/base/limits.hpp"
#include "common/j2735/codec.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client::radio {

void Outbox::open(std::uint32_t media) {
    is_open_ = true;
    media_ = media;
    count_ = 0;
}

Posted Outbox::close() {
    is_open_ = false;
    returned_refusal_.clear();
    if (refused_ > 0) returned_refusal_.swap(refusal_);
    return {.messages = {messages_.data(), count_},
            .refused = std::exchange(refused_, 0),
            .refusal = returned_refusal_};
}

std::int32_t Outbox::refuse(std::int32_t code, std::string_view why) {
    if (refused_++ == 0) refusal_ = why;
    return code;
}

std::int32_t Outbox::admit(std::int32_t medium) {
    if (!is_open_) return refuse(SYN_SEND_NOT_NOW, "it was sent outside the pilot's step");
    const bool known = medium == SYN_MEDIUM_DEFAULT
                           ? media_ != 0
                           : medium > SYN_MEDIUM_DEFAULT && medium <= SYN_MEDIUM_LIGHT &&
                                 (media_ & 1U << static_cast<unsigned>(medium)) != 0;
    if (!known) return refuse(SYN_SEND_NO_MEDIUM, fmt::format("the scenario has no medium {}", medium));
    if (count_ == limits::kRadioSendsPerStepMax) {
        return refuse(SYN_SEND_TOO_MANY,
                      fmt::format("more than {} messages in one step", limits::kRadioSendsPerStepMax));
    }
    return SYN_SENT;
}

PilotMessage& Outbox::next(std::int32_t medium) {
    if (count_ == messages_.size()) messages_.emplace_back();
    const int chosen = medium == SYN_MEDIUM_DEFAULT ? std::countr_zero(media_) : medium;
    messages_[count_].medium = static_cast<config::Medium>(chosen);
    return messages_[count_];
}

std::int32_t Outbox::send(std::int32_t medium, const void* bytes, std::uint32_t count) {
    if (const std::int32_t code = admit(medium); code != SYN_SENT) return code;
    if (bytes == nullptr || count == 0) return refuse(SYN_SEND_UNREADABLE, "it has no octets");
    if (count > limits::kRadioPayloadBytesMax) {
        return refuse(SYN_SEND_TOO_LONG,
                      fmt::format("it has {} octets, more than {}", count, limits::kRadioPayloadBytesMax));
    }
    const auto* first = static_cast<const std::byte*>(bytes);
    next(medium).payload.assign(first, first + count);
    ++count_;
    return SYN_SENT;
}

std::int32_t Outbox::send_json(std::int32_t medium, const char* text, std::string& problem) {
    problem.clear();
    if (const std::int32_t code = admit(medium); code != SYN_SENT) return code;
    if (text == nullptr) return refuse(SYN_SEND_UNREADABLE, "it has no text");
    const std::size_t length = strnlen(text, limits::kRadioTextBytesMax + 1);
    if (length > limits::kRadioTextBytesMax) {
        return refuse(SYN_SEND_TOO_LONG,
                      fmt::format("its text is longer than {} octets", limits::kRadioTextBytesMax));
    }
    const auto unreadable = [&](const std::string& why) {
        problem = why;
        return refuse(SYN_SEND_UNREADABLE, why);
    };
    const auto frame = j2735::from_json({text, length});
    if (!frame) return unreadable(frame.error().text);
    Bytes& payload = next(medium).payload;
    if (const auto encoded = j2735::encode(*frame, payload); !encoded)
        return unreadable(encoded.error().text);
    if (payload.size() > limits::kRadioPayloadBytesMax) {
        return refuse(SYN_SEND_TOO_LONG, fmt::format("it has {} octets, more than {}", payload.size(),
                                                     limits::kRadioPayloadBytesMax));
    }
    ++count_;
    return SYN_SENT;
}

}  // namespace synchrono::client::radio
