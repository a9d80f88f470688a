/// Chooses messages of a run by station, type, medium, time and place. `synchrono log messages`, `stats`
/// and `export` share these options.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/time/sim_time.hpp"
#include "tools/radio/radio_log.hpp"

namespace synchrono::tools::radio {

/// The options as the user spelled them. An empty option does not filter.
struct RadioFilterOptions {
    std::string agent = {}, sender = {}, receiver = {}, medium = {}, from = {}, until = {}, area = {};
    std::vector<std::string> types = {};
};

/// The parsed options. A message passes if it matches every option that was given.
class RadioFilter {
  public:
    /// Parses the options. The error names the option and, for an unknown name, the names that the log has.
    static Result<RadioFilter> make(const RadioFilterOptions& options, const RadioLog& log);

    enum class Match {
        no,
        all_but_place,  // matches in everything but the place of its sender
        yes,
    };
    /// Checks the sender, medium, type, time and place of a message, but no receiver.
    Match match(const RadioTransmission& message) const;
    /// Returns whether the agent of --agent sent or received the message; true if there is no such option.
    bool concerns_agent(const RadioTransmission& message) const;
    bool wants(const RadioTransmission& message) const {
        return match(message) == Match::yes && concerns_agent(message);
    }
    /// Checks a pair of stations: the receiver against --receiver, and either of them against --agent.
    bool wants_pair(std::uint32_t sender, std::uint32_t receiver) const {
        return (!receiver_ || receiver == *receiver_) &&
               (!agent_ || sender == *agent_ || receiver == *agent_);
    }
    bool wants_sender(std::uint32_t sender) const { return !sender_ || sender == *sender_; }
    bool wants_medium(Medium medium) const { return !medium_ || medium == *medium_; }
    bool wants_time(SimTime time) const { return (!from_ || time >= *from_) && (!until_ || time < *until_); }
    const std::optional<std::uint32_t>& receiver() const { return receiver_; }
    const std::optional<std::uint32_t>& agent() const { return agent_; }
    const std::optional<SimTime>& until() const { return until_; }

  private:
    std::optional<std::uint32_t> agent_, sender_, receiver_;
    std::optional<Medium> medium_;
    std::vector<std::uint32_t> types_;
    std::optional<SimTime> from_, until_;
    std::optional<std::array<double, 4>> area_;  // x0, y0, x1, y1; x0 <= x1, y0 <= y1
};

/// Parses seconds such as "1.5", rounded to the nanosecond.
Result<SimTime> parse_seconds(const std::string& text);

}  // namespace synchrono::tools::radio
