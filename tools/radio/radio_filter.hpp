/// Which messages of a run are wanted, by who, what, when and where: the options that `synchrono log
/// messages`, `stats` and `export` share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/time/sim_time.hpp"
#include "tools/radio/radio_log.hpp"

namespace synchrono::tools {

/// As they are spelled on the command line; empty: not asked for.
struct RadioFilterOptions {
    std::string agent = {}, sender = {}, receiver = {}, medium = {}, from = {}, until = {}, area = {};
    std::vector<std::string> types = {};
};

class RadioFilter {
  public:
    /// An error names the option, and what there is where a name is unknown.
    static Result<RadioFilter> make(const RadioFilterOptions& options, const RadioLog& log);

    enum class Wanted {
        no,
        elsewhere,  // but for the place of its sender it were
        yes,
    };
    /// By sender, medium, type, time and place of the message alone.
    Wanted judge(const RadioTransmission& message) const;
    /// The agent that is asked for sent or heard it; or no agent is.
    bool concerns_agent(const RadioTransmission& message) const;
    bool wants(const RadioTransmission& message) const {
        return judge(message) == Wanted::yes && concerns_agent(message);
    }
    /// By the receiver, and by the agent as one of the two.
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

/// "1.5", in seconds, to the nanosecond.
Result<SimTime> parse_seconds(const std::string& text);

}  // namespace synchrono::tools
