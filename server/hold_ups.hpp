/// An account of the wall time for which each client has held the others up. While the others wait for a
/// client, time is charged to its account; each heartbeat that the world advances pays back as much wall time
/// as a heartbeat may take at the client's least rate. A client that keeps its least rate is slow, but not
/// hostile. docs/reliability.md says what follows from that.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/limits.hpp"
#include "common/base/token_bucket.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::server {

/// The debt of one client, whichever connections it uses and however often it joins.
struct HoldUpAccount {
    /// Simulated time per wall time that the client must keep while the others wait for it. No value: any
    /// progress is enough.
    std::optional<double> least_rate;
    double debt_s = 0;
    Tick paid_up_to{-1};  // progress of the world up to here has been paid back
    WallTime charged_at;  // the newest time for which it was charged
    int removals = 0;     // how often it was shot down for holding others up
    std::optional<WallTime> removed_at;
    /// How often the client may join: each time all others get notices, and the world waits for the newcomer.
    TokenBucket joins{limits::kJoinsEachSecond, limits::kJoinsAtOnce};
};

/// Threading: the world thread.  Owns: the accounts, whose addresses do not change.
class HoldUps {
  public:
    struct Terms {
        SimDuration heartbeat;
        WallDuration silence_limit;
        double pace = 0;  // simulated time per wall time at which clients pace themselves; 0: they do not
        /// Returns the least rate of the client of that name.
        std::function<std::optional<double>(std::string_view client)> least_rate;
    };
    explicit HoldUps(Terms terms);

    HoldUpAccount& account_of(const std::string& client);
    /// Charges `time`, which has passed until `now`, while the world stood at `reached`. Charges an account
    /// only once for the same `now`.
    void charge(HoldUpAccount& account, WallDuration time, WallTime now, Tick reached) const;
    /// Returns the most that the client may owe beyond the heartbeat under way.
    WallDuration limit(const HoldUpAccount& account) const;
    bool is_over(const HoldUpAccount& account) const {
        return excess_s(account) > limit(account).to_seconds();
    }
    /// Records that the client was shot down at `now`; does nothing if that was recorded before. From then on
    /// it may owe kSecondChance only, and after the second time it is banned.
    void note_removal(HoldUpAccount& account, WallTime now) const;
    /// Returns whether the client must stay out of the rest of the run.
    static bool is_banned(const HoldUpAccount& account);
    /// Returns the clients that were charged at `now` and owe more than they may.
    std::vector<std::string> clients_over(WallTime now) const;
    /// Returns the client that owes most of those that were charged at `now`, and what it owes beyond the
    /// heartbeat under way.
    std::optional<std::pair<std::string_view, double>> worst(WallTime now) const;

    /// A client that was shot down comes back once, and then may owe this much, the heartbeat under way
    /// included. It is a little more than TCP waits before it repeats a lost segment.
    static constexpr WallDuration kSecondChance = WallDuration::milliseconds(250);

  private:
    /// Returns the wall time that the client may take for one heartbeat, in seconds.
    double allowance_s(const HoldUpAccount& account) const;
    double excess_s(const HoldUpAccount& account) const { return account.debt_s - allowance_s(account); }

    const Terms terms_;
    std::map<std::string, HoldUpAccount, std::less<>> accounts_;
};

}  // namespace synchrono::server
