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
constexpr int kChances = 3;

}  // namespace

HoldUps::HoldUps(Terms terms) : terms_(std::move(terms)) {}

HoldUpAccount& HoldUps::account_of(const std::string& client) {
    const auto [at, is_new] = accounts_.try_emplace(client);
    if (is_new && terms_.least_rate) at->second.least_rate = terms_.least_rate(client);
    return at->second;
}

double HoldUps::allowance_s(const HoldUpAccount& account) const {
    if (!account.least_rate) return std::numeric_limits<double>::infinity();
    // A client that paces itself must not be blamed for its pace.
    const double rate =
        terms_.pace > 0 ? std::min(*account.least_rate, terms_.pace / 2) : *account.least_rate;
    return terms_.heartbeat.to_seconds() / rate;
}

void HoldUps::charge(HoldUpAccount& account, WallDuration time, WallTime now, Tick reached) const {
    if (account.charged_at == now) return;
    account.charged_at = now;
    if (reached > account.paid_up_to) {
        const double paid = static_cast<double>(reached - account.paid_up_to) * allowance_s(account);
        account.debt_s = std::max(account.debt_s - paid, 0.0);
        account.paid_up_to = reached;
    }
    account.debt_s += time.to_seconds();
}

WallDuration HoldUps::limit(const HoldUpAccount& account) const {
    if (!account.least_rate) return terms_.silence_limit * kSilencesWithoutRate;
    return account.removals == 0 ? terms_.silence_limit : kSecondChance;
}

void HoldUps::note_removal(HoldUpAccount& account, WallTime now) const {
    ++account.removals;
    account.debt_s = 0;
    if (account.removals + 1 == kChances) account.stays_out_until = now + kStaysOut;
}

std::string HoldUps::objection(const HoldUpAccount& account, WallTime now) {
    if (!account.least_rate) return {};
    if (account.removals >= kChances) return "it was shot down three times, so it stays out of this run";
    if (account.stays_out_until && now < *account.stays_out_until)
        return "it was shot down twice within this run, so it must stay out for 10 s";
    return {};
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
        if (account.charged_at == now && (!worst || account.debt_s > worst->second))
            worst = {client, account.debt_s};
    }
    return worst;
}

}  // namespace synchrono::server
