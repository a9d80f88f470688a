/// `synchrono log messages`: a line a message, or, for one receiver, a line for each fate that messages had
/// there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/radio/radio_log.hpp"

namespace synchrono::tools {

enum class MessageForm { table, json, decoded_json, csv };

/// Threading: one thread.  Borrows the log.
class MessageLines {
  public:
    /// `receiver`: whose view of the messages; none: an overview of each.
    MessageLines(const RadioLog& log, MessageForm form, std::optional<std::uint32_t> receiver);

    /// What stands above the lines; may be empty.
    std::string head() const;
    /// The message's lines, each with its end: none where the receiver was no candidate.
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

/// What the candidate got: its own bytes where they were altered on the way.
const std::string& payload_at(const RadioTransmission& message, int candidate);
inline bool is_altered(const RadioTransmission& message, int candidate) {
    return &payload_at(message, candidate) != &message.payload();
}

}  // namespace synchrono::tools
