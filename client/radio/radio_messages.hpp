/// Decodes the messages that a client hears, each once for all of the client's agents that hear it. A payload
/// that is not a J2735 message is kept as it is, together with the reason.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/radio/radio_message_view.hpp"
#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/geo/geodetic.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::radio {

enum class RadioCounter {
    basic_safety_sent,
    pilot_sent,
    pilot_refused,
    heard,
    late,
    unreadable,
    shed,
    neighbours_shed,
    count_
};
inline constexpr CounterNames<RadioCounter> kRadioCounterNames{
    "radio.basic_safety_sent", "radio.pilot_sent", "radio.pilot_refused", "radio.heard",
    "radio.heard_late",        "radio.unreadable", "radio.inbox_shed",    "radio.neighbours_shed"};

/// One payload and its decoded contents.
struct RadioMessage {
    Bytes payload;
    std::uint32_t type = 0;  // J2735 message id; 0: unreadable
    std::string problem;     // why the payload is unreadable; empty if it is readable
    RadioMessageView view;
    std::uint32_t users = 0;  // number of RadioMessageRefs to this message
};

/// A shared pointer to a message. When the last pointer to a message is gone, the memory of the message is
/// used for another one.
/// Threading: one thread.
class RadioMessageRef {
  public:
    RadioMessageRef() = default;
    RadioMessageRef(RadioMessage* message, std::vector<RadioMessage*>* home)
        : message_(message), home_(home) {
        ++message_->users;
    }
    RadioMessageRef(const RadioMessageRef& other) : message_(other.message_), home_(other.home_) {
        if (message_ != nullptr) ++message_->users;
    }
    RadioMessageRef(RadioMessageRef&& other) noexcept
        : message_(std::exchange(other.message_, nullptr)), home_(std::exchange(other.home_, nullptr)) {}
    RadioMessageRef& operator=(RadioMessageRef other) noexcept {
        std::swap(message_, other.message_);
        std::swap(home_, other.home_);
        return *this;
    }
    ~RadioMessageRef() {
        if (message_ != nullptr && --message_->users == 0) home_->push_back(message_);
    }

    explicit operator bool() const { return message_ != nullptr; }
    const RadioMessage& operator*() const { return *message_; }
    const RadioMessage* operator->() const { return message_; }

  private:
    RadioMessage* message_ = nullptr;
    std::vector<RadioMessage*>* home_ = nullptr;
};

/// Makes messages and reuses their memory.
/// Threading: one thread.  Owns: every message; must outlive all RadioMessageRefs. Borrows: the counters.
class RadioMessages {
  public:
    RadioMessages(const geo::WorldFrame& world, Counters<RadioCounter>& counters);
    RadioMessages(const RadioMessages&) = delete;
    RadioMessages& operator=(const RadioMessages&) = delete;
    ~RadioMessages();

    /// Decodes a payload that was sent at `sent`, and returns a pointer to the message.
    RadioMessageRef read(ByteView payload, SimTime sent);
    /// Returns the number of all messages, whether in use or not.
    std::size_t size() const { return all_.size(); }

  private:
    const geo::WorldFrame world_;
    Counters<RadioCounter>& counters_;
    std::vector<std::unique_ptr<RadioMessage>> all_;
    std::vector<RadioMessage*> unused_;
    j2735::MessageFrame message_;  // the last message decoded; kept to reuse its memory
};

}  // namespace synchrono::client::radio
