/// The messages that a pilot sends by radio in one of its steps. The outbox knows what may be sent, and says
/// at once what becomes of each message, wherever the pilot computes; the agent's radio gets them after the
/// step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/config/radio.hpp"

namespace synchrono::client {

struct PilotMessage {
    config::Medium medium = config::Medium::dsrc;
    Bytes payload;
};

/// All that a pilot wanted to send in one step. Borrowed from who collected it.
struct Posted {
    std::span<const PilotMessage> messages = {};  // in the order in which they were sent
    std::uint32_t refused = 0;                    // there were so many more that may not be sent
    std::string_view refusal = {};                // why the first of those was refused
};

/// Threading: one thread.  Owns: the messages.
class Outbox {
  public:
    /// The pilot's step begins; it may send over these media, 1 << SYN_MEDIUM_... each.
    void open(std::uint32_t media);
    /// The step is over. Valid until the next one begins.
    Posted close();

    /// Sends octets as they are, whatever they are. Gives SYN_SENT or another code of synchrono_radio.h.
    std::int32_t send(std::int32_t medium, const void* bytes, std::uint32_t count);
    /// Sends a message that is given as JSON text. `problem` becomes one line that says what is wrong with
    /// the text, and is empty for a message that was sent.
    std::int32_t send_json(std::int32_t medium, const char* text, std::string& problem);

  private:
    std::int32_t admit(std::int32_t medium);
    std::int32_t refuse(std::int32_t code, std::string_view why);
    /// A message to fill; it counts once it is whole.
    PilotMessage& next(std::int32_t medium);

    bool is_open_ = false;
    std::uint32_t media_ = 0;
    std::vector<PilotMessage> messages_;  // the first count_ of them; reused, with their memory
    std::size_t count_ = 0;
    std::uint32_t refused_ = 0;
    std::string refusal_, told_refusal_;
};

}  // namespace synchrono::client
