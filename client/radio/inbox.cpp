#include "client/radio/inbox.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/base/limits.hpp"

namespace synchrono::client::radio {
namespace {

bool comes_before(const Delivery& a, const Delivery& b) {
    return std::tie(a.time, a.sender, a.sequence) < std::tie(b.time, b.sender, b.sequence);
}

}  // namespace

bool Inbox::put(Delivery delivery) {
    // Equal deliveries are copies that a fault has made; they keep the order in which they were put.
    const auto place =
        std::lower_bound(waiting_.begin(), waiting_.end(), delivery,
                         [](const Delivery& a, const Delivery& b) { return comes_before(b, a); });
    waiting_.insert(place, std::move(delivery));
    if (waiting_.size() <= limits::kRadioInboxMax) return true;
    // Drop the delivery with the latest time. If the earliest were dropped, a sender of messages with times
    // in the far future could make the agent deaf to all other senders.
    waiting_.erase(waiting_.begin());
    return false;
}

void Inbox::take(SimTime now, std::vector<Delivery>& out) {
    while (!waiting_.empty() && waiting_.back().time <= now) {
        out.push_back(std::move(waiting_.back()));
        waiting_.pop_back();
    }
}

}  // namespace synchrono::client::radio
