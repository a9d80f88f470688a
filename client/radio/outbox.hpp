/// Collects the messages that a pilot sends by radio in one of its steps. The outbox is in the process where
/// the pilot computes, so that the pilot learns at once whether a message is accepted. The agent's radio,
/// which may be in another process, gets the messages after the step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/config/radio.hpp"

namespace synchrono::client::radio {

/// A message that the outbox has accepted.
struct PilotMessage {
    config::Medium medium = config::Medium::dsrc;
    Bytes payload;
};

/// All that a pilot wanted to send in one step. Borrowed from the outbox.
struct Posted {
    std::span<const PilotMessage> messages = {};  // in the order in which they were sent
    std::uint32_t refused = 0;                    // number of other messages, which were refused
    std::string_view refusal = {};                // why the first refused message was refused
};

/// The outbox of one pilot.
/// Threading: one thread.  Owns: the messages.
class Outbox {
  public:
    /// Begins a step of the pilot. `media` has a bit 1 << SYN_MEDIUM_... for each medium over which the pilot
    /// may send.
    void open(std::uint32_t media);
    /// Ends the step and returns its messages, valid until the next open().
    Posted close();

    /// Takes a message as octets, without decoding them. Returns SYN_SENT if the message is accepted, or
    /// another code of synchrono_radio.h that says why it is refused.
    std::int32_t send(std::int32_t medium, const void* bytes, std::uint32_t count);
    /// Takes a message as JSON text and returns the same codes. If no message can be made from the text,
    /// `problem` becomes one line that says why. Otherwise `problem` becomes empty, also if the message is
    /// refused for another reason.
    std::int32_t send_json(std::int32_t medium, const char* text, std::string& problem);

  private:
    std::int32_t admit(std::int32_t medium);
    std::int32_t refuse(std::int32_t code, std::string_view why);
    /// Returns the message to be filled next, which counts only once `count_` is raised.
    PilotMessage& next(std::int32_t medium);

    bool is_open_ = false;
    std::uint32_t media_ = 0;
    std::vector<PilotMessage> messages_;  // the first count_ are valid; the rest is kept for its memory
    std::size_t count_ = 0;
    std::uint32_t refused_ = 0;
    std::string refusal_, returned_refusal_;
};

}  // namespace synchrono::client::radio
