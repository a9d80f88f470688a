#include "comm_server/channel/internal/contention.hpp"

#include <algorithm>
#include <cmath>

#include "comm_server/channel/internal/octaves.hpp"
#include "comm_server/channel/internal/transmission_random.hpp"
#include "common/base/contract.hpp"

namespace synchrono::comm_server::channel {

namespace {

// For a station that has just joined, the medium counts as idle since this time.
constexpr std::int64_t kLongAgo = std::numeric_limits<std::int64_t>::min() / 4;

std::int64_t threshold_units(const std::optional<config::CarrierSense>& sense, double unit_mw) {
    if (!sense) return Contention::kNever;
    const double units = std::ceil(from_db(sense->threshold_dbm) / unit_mw);
    return units < 1e18 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(units)) : Contention::kNever;
}

}  // namespace

Contention::Contention(std::optional<config::CarrierSense> sense, double unit_mw, std::uint64_t seed)
    : sense_(sense),
      seed_(seed),
      threshold_(threshold_units(sense, unit_mw)),
      aifs_ns_(sense ? (kSifs + kSlot * sense->aifs_slots).count_ns() : 0),
      queue_max_(sense ? std::max<std::size_t>(1, sense->queue) : kQueueWithoutSense) {}

void Contention::join(std::uint32_t station, std::int64_t now) {
    if (station >= radios_.size()) {
        radios_.resize(station + 1);
        sensed_.resize(radios_.size());
        planned_.resize(radios_.size(), kNever);
        earliest_.resize((radios_.size() + kBlock - 1) / kBlock, {kNever, false});
    }
    Radio& radio = radios_[station];
    radio.queue.clear();
    radio.queue.reserve(std::min(queue_max_, kQueueWithoutSense));
    radio.sending = radio.contends = false;
    radio.idle_since = kLongAgo;
    radio.busy_ns = 0;
    radio.load_since = now;
    sensed_[station] = 0;
}

void Contention::leave(std::uint32_t station, std::vector<Transmission>& left) {
    Radio& radio = radios_[station];
    left.insert(left.end(), radio.queue.begin(), radio.queue.end());
    radio.queue.clear();
    radio.contends = false;
    sensed_[station] = 0;
    set_start(station, kNever);
}

void Contention::set_start(std::uint32_t station, std::int64_t at) {
    auto& [earliest, stale] = earliest_[station / kBlock];
    if (planned_[station] == earliest && at > earliest) stale = true;
    planned_[station] = at;
    earliest = std::min(earliest, at);
}

std::optional<Transmission> Contention::enqueue(const Transmission& transmission, std::int64_t now) {
    const std::uint32_t station = transmission.sender.value;
    Radio& radio = radios_[station];
    std::optional<Transmission> gives_way;
    if (radio.queue.size() == queue_max_) {
        gives_way = radio.queue.front();
        radio.queue.erase(radio.queue.begin());
    }
    radio.queue.push_back(transmission);
    if (!radio.sending && !radio.contends) contend(station, now);
    return gives_way;
}

/// Lets the first message of the queue wait for the medium. Requires a radio that neither sends nor
/// contends.
void Contention::contend(std::uint32_t station, std::int64_t now) {
    Radio& radio = radios_[station];
    radio.contends = true;
    radio.slots = 0;
    if (!sense_) return set_start(station, now);
    const bool is_idle = sensed_[station] < threshold_;
    if (is_idle && now - radio.idle_since >= aifs_ns_) return set_start(station, now);
    const Transmission& first = radio.queue.front();
    radio.slots = TransmissionRandom(seed_, first.sender, first.sequence).slots(sense_->contention_slots);
    if (is_idle) set_start(station, radio.idle_since + aifs_ns_ + radio.slots * kSlot.count_ns());
}

std::int64_t Contention::next_start() {
    std::int64_t earliest = kNever;
    for (std::size_t b = 0; b < earliest_.size(); ++b) {
        auto& [least, stale] = earliest_[b];
        if (stale) {
            const auto first = planned_.begin() + static_cast<std::ptrdiff_t>(b * kBlock);
            const auto last = planned_.size() - b * kBlock > kBlock
                                  ? first + static_cast<std::ptrdiff_t>(kBlock)
                                  : planned_.end();
            least = *std::min_element(first, last);
            stale = false;
        }
        earliest = std::min(earliest, least);
    }
    return earliest;
}

void Contention::start(std::int64_t now, std::vector<Transmission>& started) {
    for (std::size_t b = 0; b < earliest_.size(); ++b) {
        if (earliest_[b].first != now) continue;
        const std::size_t end = std::min(planned_.size(), (b + 1) * kBlock);
        for (std::size_t s = b * kBlock; s < end; ++s) {
            if (planned_[s] != now) continue;
            const auto station = static_cast<std::uint32_t>(s);
            Radio& radio = radios_[s];
            started.push_back(radio.queue.front());
            radio.queue.erase(radio.queue.begin());
            radio.contends = false;
            set_start(station, kNever);
            // Nobody starts while the medium is busy, so the busy time begins here.
            radio.sending = true;
            radio.busy_since = now;
        }
    }
}

void Contention::end_sending(std::uint32_t station, std::int64_t now) {
    Radio& radio = radios_[station];
    radio.sending = false;
    if (sensed_[station] < threshold_) on_idle(station, now);
    if (!radio.queue.empty()) contend(station, now);
}

void Contention::on_sensed_busy(std::uint32_t station, std::int64_t now) {
    if (!radios_[station].sending) on_busy(station, now);
}
void Contention::on_sensed_idle(std::uint32_t station, std::int64_t now) {
    if (!radios_[station].sending) on_idle(station, now);
}

void Contention::on_busy(std::uint32_t station, std::int64_t now) {
    Radio& radio = radios_[station];
    radio.busy_since = now;
    if (!radio.contends) return;
    // The back-off pauses; whole slots that have passed need not be waited for again.
    const std::int64_t slots = (now - radio.idle_since - aifs_ns_) / kSlot.count_ns();
    radio.slots -= static_cast<std::uint32_t>(std::clamp<std::int64_t>(slots, 0, radio.slots));
    set_start(station, kNever);
}

void Contention::on_idle(std::uint32_t station, std::int64_t now) {
    Radio& radio = radios_[station];
    radio.busy_ns += now - radio.busy_since;
    radio.idle_since = now;
    if (radio.contends) set_start(station, now + aifs_ns_ + radio.slots * kSlot.count_ns());
}

float Contention::take_load(std::uint32_t station, std::int64_t now) {
    Radio& radio = radios_[station];
    if (radio.sending || sensed_[station] >= threshold_) {
        radio.busy_ns += now - radio.busy_since;
        radio.busy_since = now;
    }
    const std::int64_t span = now - radio.load_since;
    const float share =
        span > 0 ? static_cast<float>(static_cast<double>(radio.busy_ns) / static_cast<double>(span)) : 0;
    radio.busy_ns = 0;
    radio.load_since = now;
    return share;
}

}  // namespace synchrono::comm_server::channel
