#include "server/hold_ups.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/base/limits.hpp"

namespace synchrono::server {
namespace {

// A client without a least rate is given up when the others have waited for it this many silence limits
// without any progress. The first picture of a window, for instance, may take seconds.
constexpr int kSilencesWithoutRate = 10;
constexpr int kBannedAfter = 2;  // removals

}  // namespace

HoldUps::HoldUps(Terms terms) : terms_(std::move(terms)) {}

HoldUpAccount& HoldUps::account_of(const std::string& client) {
    const auto [at, is_new] = accounts_.try_emplace(client);
    if (is_new && terms_.least_rate) at->second.least_rate = terms_.least_rate(client);
    return at->second;
}

double HoldUps::allowance_s(const HoldUpAccount& account) const {
    // A client that paces itself must not be blamed for its pace.
    const double paced_rate = terms_.pace > 0 ? terms_.pace / 2 : std::numeric_limits<double>::infinity();
    return terms_.heartbeat.to_seconds() / std::min(account.least_rate.value_or(paced_rate), paced_rate);
}

void HoldUps::charge(HoldUpAccount& account, WallDuration time, WallTime now, Tick reached) const {
    if (account.charged_at == now) return;
    account.charged_at = now;
    if (reached > account.paid_up_to) {
        const double paid = static_cast<double>(reached - account.paid_up_to) * allowance_s(account);
        account.debt_s = account.least_rate ? std::max(account.debt_s - paid, 0.0) : 0;
        account.paid_up_to = reached;
    }
    account.debt_s += time.to_seconds();
}

WallDuration HoldUps::limit(const HoldUpAccount& account) const {
    if (!account.least_rate) return terms_.silence_limit * kSilencesWithoutRate;
    if (account.removals == 0) return terms_.silence_limit;
    const double chance_s = kSecondChance.to_seconds() - allowance_s(account);
    return WallDuration::nanoseconds(static_cast<std::int64_t>(std::max(chance_s, 0.0) * 1e9));
}

void HoldUps::note_removal(HoldUpAccount& account, WallTime now) const {
    if (account.removed_at == now) return;
    account.removed_at = now;
    account.debt_s = 0;
    ++account.removals;
}

bool HoldUps::is_banned(const HoldUpAccount& account) {
    return account.least_rate && account.removals >= kBannedAfter;
}

std::vector<std::string> HoldUps::clients_over(WallTime now) const {
    std::vector<std::string> clients;
    for (const auto& [client, account] : accounts_) {
        if (account.charged_at == now && is_over(account)) clients.push_back(client);
    }
    return clients;
}

std::optional<std::pair<std::string_view, double>> HoldUps::worst(WallTime now) const {
    std::optional<std::pair<std::string_view, double>> worst;
    for (const auto& [client, account] : accounts_) {
        if (account.charged_at == now && (!worst || excess_s(account) > worst->second))
            worst = {client, excess_s(account)};
    }
    return worst;
}

}  // namespace synchrono::server
