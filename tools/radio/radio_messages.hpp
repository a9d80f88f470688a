/// Formats the output of `synchrono log messages`: one line for each message or, for a given receiver, one
/// line for each fate that messages had there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/radio/radio_log.hpp"

namespace synchrono::tools::radio {

enum class MessageForm { table, json, decoded_json, csv };

/// Writes messages in one form.
/// Threading: one thread.  Borrows the log.
class MessageLines {
  public:
    /// With a `receiver`, the lines say what became of messages at this receiver; without one, they sum up
    /// all receivers.
    MessageLines(const RadioLog& log, MessageForm form, std::optional<std::uint32_t> receiver);

    /// Returns the line above the messages, "" for JSON.
    std::string head() const;
    /// Returns the lines of a message with their line ends, "" if the receiver was not a candidate for it.
    std::string lines(const RadioTransmission& message) const;

  private:
    std::string line(const RadioTransmission& message, std::optional<int> candidate) const;
    std::string table_line(const RadioTransmission& message, std::optional<int> candidate) const;
    std::string json_line(const RadioTransmission& message, std::optional<int> candidate) const;
    std::string csv_line(const RadioTransmission& message, std::optional<int> candidate) const;

    const RadioLog& log_;
    MessageForm form_;
    std::optional<std::uint32_t> receiver_;
    std::size_t name_width_;
};

/// Returns the payload that a candidate received: altered bytes, or else the payload that was sent.
/// `candidate` is an index into the message's receivers.
const std::string& payload_at(const RadioTransmission& message, int candidate);
/// Returns whether the candidate received altered bytes.
inline bool is_altered(const RadioTransmission& message, int candidate) {
    return &payload_at(message, candidate) != &message.payload();
}

}  // namespace synchrono::tools::radio
