/// Decodes the messages that a client hears, once for all of its agents that hear them. A payload that is
/// no J2735 message is kept as it is, with the reason.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/radio/frame_view.hpp"
#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/geo/geodetic.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

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
struct Frame {
    Bytes payload;
    std::uint32_t type = 0;  // J2735 message id; 0: unreadable
    std::string problem;     // why it is unreadable; empty if it is not
    FrameView view;
    std::uint32_t users = 0;
};

/// A shared pointer to a frame. Once nobody has the frame any more, its memory is used for another.
/// Threading: one thread.
class FrameRef {
  public:
    FrameRef() = default;
    FrameRef(Frame* frame, std::vector<Frame*>* home) : frame_(frame), home_(home) { ++frame_->users; }
    FrameRef(const FrameRef& other) : frame_(other.frame_), home_(other.home_) {
        if (frame_ != nullptr) ++frame_->users;
    }
    FrameRef(FrameRef&& other) noexcept
        : frame_(std::exchange(other.frame_, nullptr)), home_(std::exchange(other.home_, nullptr)) {}
    FrameRef& operator=(FrameRef other) noexcept {
        std::swap(frame_, other.frame_);
        std::swap(home_, other.home_);
        return *this;
    }
    ~FrameRef() {
        if (frame_ != nullptr && --frame_->users == 0) home_->push_back(frame_);
    }

    explicit operator bool() const { return frame_ != nullptr; }
    const Frame& operator*() const { return *frame_; }
    const Frame* operator->() const { return frame_; }

  private:
    Frame* frame_ = nullptr;
    std::vector<Frame*>* home_ = nullptr;
};

/// Makes frames and reuses their memory.
/// Threading: one thread.  Owns: every frame; must outlive all FrameRefs. Borrows: the counters.
class Frames {
  public:
    Frames(const geo::WorldFrame& world, Counters<RadioCounter>& counters);
    Frames(const Frames&) = delete;
    Frames& operator=(const Frames&) = delete;
    ~Frames();

    /// Decodes a payload that its sender handed to the radio at `sent`.
    FrameRef read(ByteView payload, SimTime sent);
    /// Returns the number of all frames, in use or not.
    std::size_t size() const { return all_.size(); }

  private:
    const geo::WorldFrame world_;
    Counters<RadioCounter>& counters_;
    std::vector<std::unique_ptr<Frame>> all_;
    std::vector<Frame*> unused_;
    j2735::MessageFrame message_;  // the last one; kept to reuse its memory
};

}  // namespace synchrono::client
