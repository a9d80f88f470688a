#include "client/radio/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/base/limits.hpp"

namespace synchrono::client::radio {

bool Neighbours::add(const Delivery& delivery) {
    const SynBasicSafety* heard = delivery.message->view.basic_safety();
    if (heard == nullptr) return true;
    const auto find = [&] {
        return std::lower_bound(
            list_.begin(), list_.end(), heard->temporary_id,
            [](const SynNeighbour& n, std::uint32_t temporary_id) { return n.temporary_id < temporary_id; });
    };
    auto place = find();
    bool had_room = true;
    if (place == list_.end() || place->temporary_id != heard->temporary_id) {
        if (list_.size() == limits::kRadioNeighboursMax) {
            const auto oldest = std::min_element(
                list_.begin(), list_.end(),
                [](const SynNeighbour& a, const SynNeighbour& b) { return a.last_ns < b.last_ns; });
            erase(static_cast<std::size_t>(oldest - list_.begin()));
            place = find();
            had_room = false;
        }
        const auto index = place - list_.begin();
        messages_.insert(messages_.begin() + index, delivery.message);
        SynNeighbour newcomer{};
        newcomer.temporary_id = heard->temporary_id;
        newcomer.first_ns = delivery.time.count_ns();
        newcomer.newest = heard;
        place = list_.insert(place, newcomer);
    } else {
        // Counts wrap around at 128: a message that seems far ahead is an old one that was delayed.
        const std::uint32_t ahead = (heard->count - place->newest->count) % 128;
        if (ahead > 0 && ahead < 64) {
            place->missed += ahead - 1;
            place->newest = heard;
            messages_[static_cast<std::size_t>(place - list_.begin())] = delivery.message;
        }
    }
    ++place->received;
    place->last_ns = delivery.time.count_ns();
    place->medium = static_cast<std::int32_t>(delivery.medium);
    place->power_dbm =
        delivery.power_dbm != 0 ? delivery.power_dbm : std::numeric_limits<double>::quiet_NaN();
    return had_room;
}

void Neighbours::forget_silent(SimTime now) {
    for (std::size_t i = list_.size(); i-- > 0;) {
        if (now - SimTime::nanoseconds(list_[i].last_ns) > kForgetAfter) erase(i);
    }
}

void Neighbours::erase(std::size_t index) {
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(index));
    messages_.erase(messages_.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace synchrono::client::radio
