#include "comm_server/channel/internal/fading_channel.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "comm_server/channel/internal/octaves.hpp"
#include "comm_server/channel/internal/order.hpp"
#include "comm_server/channel/internal/transmission_random.hpp"
#include "common/base/contract.hpp"

namespace synchrono::comm_server::channel {

namespace {

constexpr double kLight_m_ns = 0.299792458;
// Higher powers count as this one: receivers do not distinguish them, and the sum of powers, in multiples of
// kUnit_mw, stays far within 64 bits.
constexpr float kStrongest_mw = 1;
// A station is a candidate if its mean power is at most this far below the power at which half of the
// frames of this length survive.
constexpr double kMargin_db = 10;
constexpr std::size_t kMarginPayloadBytes = 250;
constexpr std::size_t kPairLosses = 1U << 17;

const BitRate& rate_of(const config::RadioChannel& spec) {
    const BitRate* rate = find_bit_rate(spec.bit_rate_bit_s);
    SYN_REQUIRE(rate != nullptr);
    return *rate;
}

double floor_mw(const config::RadioChannel& spec, const BitHazard& hazard) {
    const double sensitivity = from_db(spec.noise_dbm) * hazard.half_lost(frame_bits(kMarginPayloadBytes));
    double floor = sensitivity * from_db(-kMargin_db);
    // A station must also hear every sender that makes it wait.
    if (spec.carrier_sense) floor = std::min(floor, from_db(spec.carrier_sense->threshold_dbm));
    return floor;
}

// No frame survives a higher hazard: exp(-23) is less than the smallest chance, 2^-33.
constexpr float kHopeless = 23;

/// Returns whether a frame of this hazard survives noise. `chance` is a uniform random number.
bool survives(float hazard, std::uint32_t chance) {
    // Outside these two limits the result is the same for every chance.
    if (hazard < 1e-10F) return true;
    if (hazard > kHopeless) return false;
    return (static_cast<double>(chance) + 0.5) * 0x1p-32 < std::exp(-double{hazard});
}

}  // namespace

FadingChannel::FadingChannel(const config::RadioChannel& spec, std::span<const config::Building> buildings,
                             std::uint64_t seed)
    : spec_(spec),
      rate_(rate_of(spec)),
      hazard_(rate_),
      gain_(spec, from_db(spec.power_dbm + 2 * spec.antenna_gain_db)),
      seed_(seed),
      noise_mw_(static_cast<float>(from_db(spec.noise_dbm))),
      floor_mw_(static_cast<float>(floor_mw(spec, hazard_))),
      reach2_m2_(std::pow(gain_.reach_m(floor_mw_), 2)),
      walls_(buildings),
      pair_losses_(walls_.empty() ? 0 : kPairLosses),
      stations_(std::sqrt(reach2_m2_)),
      contention_(spec.carrier_sense, kUnit_mw, seed) {
    SYN_REQUIRE(!spec.nakagami.empty());
    for (const config::NakagamiStep& step : spec.nakagami)
        shapes_.push_back({static_cast<float>(step.from_m * step.from_m), Fading(step.m)});
}

void FadingChannel::place(AgentId station, geo::Vec3 position) {
    if (!stations_.has(station)) {
        stations_.place(station, position);
        contention_.join(station.value, now_);
        interference_.resize(stations_.size());
        sends_until_.resize(stations_.size());
        sends_until_[station.value] = 0;
        return;
    }
    stations_.place(station, position);
}

void FadingChannel::remove(AgentId station) {
    SYN_REQUIRE(stations_.has(station));
    left_.clear();
    contention_.leave(station.value, left_);
    const auto is_its = [&](const Transmission& t) { return t.sender == station; };
    const auto due = pending_.begin() + static_cast<std::ptrdiff_t>(next_pending_);
    std::copy_if(due, pending_.end(), std::back_inserter(left_), is_its);
    pending_.erase(std::remove_if(due, pending_.end(), is_its), pending_.end());
    for (const Transmission& t : left_) ended_.emplace_back(t, stations_.position(station.value));
    // A message that the station is sending goes on, but the station no longer receives messages of others.
    for (const auto& air : on_air_) {
        if (air->transmission.sender == station) air->sender_gone = true;
        const auto candidate =
            std::lower_bound(air->candidates.begin(), air->candidates.end(), station.value,
                             [](const Candidate& h, std::uint32_t s) { return h.station < s; });
        if (candidate != air->candidates.end() && candidate->station == station.value)
            air->candidates.erase(candidate);
    }
    interference_.forget(station.value);
    stations_.remove(station);
}

void FadingChannel::send(const Transmission& transmission) {
    SYN_REQUIRE(stations_.has(transmission.sender));
    SYN_REQUIRE(transmission.time.count_ns() >= now_);
    SYN_REQUIRE(pending_.empty() || comes_before(pending_.back(), transmission));
    pending_.push_back(transmission);
}

std::int64_t FadingChannel::next_end(std::size_t& which) const {
    std::int64_t earliest = Contention::kNever;
    for (std::size_t i = 0; i < on_air_.size(); ++i) {
        const OnAir& air = *on_air_[i];
        if (air.end < earliest ||
            (air.end == earliest && air.transmission.sender < on_air_[which]->transmission.sender)) {
            earliest = air.end;
            which = i;
        }
    }
    return earliest;
}

void FadingChannel::advance(SimTime until, TransmissionSink& sink) {
    SYN_REQUIRE(until.count_ns() >= now_);
    std::sort(ended_.begin(), ended_.end(),
              [](const auto& a, const auto& b) { return comes_before(a.first, b.first); });
    for (const auto& [transmission, position] : ended_)
        sink.on_finished({transmission, position, NotSent::ended, {}, {}, {}});
    ended_.clear();

    const std::int64_t last = until.count_ns();
    for (;;) {
        std::size_t ending = 0;
        const std::int64_t end = next_end(ending);
        const std::int64_t given =
            next_pending_ < pending_.size() ? pending_[next_pending_].time.count_ns() : Contention::kNever;
        const std::int64_t start = contention_.next_start();
        const std::int64_t at = std::min({end, given, start});
        if (at > last) break;
        now_ = at;
        if (end == at) {
            finish(ending, sink);
            continue;
        }
        // A transmission that starts at `until` uses the places that hold from then on.
        if (at == last) break;
        if (given == at) take_pending(at, sink);
        if (contention_.next_start() == at) begin(at);
    }
    now_ = last;
    if (next_pending_ == pending_.size()) {
        pending_.clear();
        next_pending_ = 0;
    }
}

void FadingChannel::take_pending(std::int64_t now, TransmissionSink& sink) {
    while (next_pending_ < pending_.size() && pending_[next_pending_].time.count_ns() == now) {
        const auto gives_way = contention_.enqueue(pending_[next_pending_++], now);
        if (gives_way) {
            sink.on_finished(
                {*gives_way, stations_.position(gives_way->sender.value), NotSent::queue_full, {}, {}, {}});
        }
    }
}

void FadingChannel::begin(std::int64_t now) {
    started_.clear();
    contention_.start(now, started_);
    for (const Transmission& transmission : started_) {
        if (spare_.empty()) spare_.push_back(std::make_unique<OnAir>());
        std::unique_ptr<OnAir> air = std::move(spare_.back());
        spare_.pop_back();
        air->transmission = transmission;
        air->position = stations_.position(transmission.sender.value);
        air->start = now;
        air->end = now + airtime(rate_, transmission.bytes).count_ns();
        air->overlapped = !on_air_.empty();
        air->sender_gone = false;
        sends_until_[transmission.sender.value] = air->end;
        find_receivers(*air);
        if (air->overlapped) {
            for (const auto& other : on_air_) other->overlapped = true;
        }
        interference_.add(*air, on_air_, now);
        if (contention_.senses()) {
            for (const Candidate& candidate : air->candidates)
                contention_.add_power(candidate.station, units(candidate.mean_mw), now);
        }
        on_air_.push_back(std::move(air));
    }
}

void FadingChannel::find_receivers(OnAir& air) {
    const AgentId sender = air.transmission.sender;
    const TransmissionRandom chance(seed_, sender, air.transmission.sequence);
    const geo::Vec3 from = air.position;
    // Branches that depend on chance or places cost more than they save. So each entry is written at the end
    // of the list, and the next one overwrites it unless it is kept.
    near_.resize(stations_.size());
    std::size_t near = 0;
    stations_.near(sender, [&](std::uint32_t station) {
        const geo::Vec3 d = stations_.position(station) - from;
        const double distance2 = geo::dot(d, d);
        near_[near] = {station, static_cast<float>(distance2)};
        near += distance2 <= reach2_m2_;
    });
    air.candidates.resize(near);
    std::size_t count = 0;
    for (std::size_t i = 0; i < near; ++i) {
        const auto [station, distance2] = near_[i];
        const float mean = gain_.at(distance2);
        std::size_t shape = 0;
        for (std::size_t s = 1; s < shapes_.size(); ++s) shape += distance2 >= shapes_[s].from2_m2;
        const std::uint64_t bits = chance.bits(station);
        const float faded = mean * shapes_[shape].fading.draw(static_cast<std::uint32_t>(bits >> 32));
        Candidate& candidate = air.candidates[count];
        candidate.station = station;
        candidate.chance = static_cast<std::uint32_t>(bits);
        candidate.free_mw = candidate.power_mw = std::min(kStrongest_mw, faded);
        candidate.mean_mw = std::min(kStrongest_mw, mean);
        candidate.distance_m = std::sqrt(distance2);
        count += mean >= floor_mw_;
    }
    air.candidates.resize(count);
    if (walls_.empty()) return;
    for (Candidate& candidate : air.candidates) {
        const float factor = wall_factor(sender.value, candidate.station, candidate.mean_mw);
        candidate.power_mw *= factor;
        candidate.mean_mw *= factor;
    }
}

/// Returns the share of power that walls let through; 0 if less than floor_mw_ would be left.
float FadingChannel::wall_factor(std::uint32_t a, std::uint32_t b, float mean_mw) {
    const auto [low, high] = std::minmax(a, b);
    const auto compute_factor = [&, l = low, h = high] {
        const double spare_db = double{to_db(mean_mw / floor_mw_)};
        const double loss_db = walls_.loss_db(stations_.position(l), stations_.position(h), spare_db);
        return loss_db > spare_db ? 0.0F : static_cast<float>(from_db(-loss_db));
    };
    // The result is kept only for stations that stand still; for others it would soon be wrong.
    if (!stations_.is_at_rest(low) || !stations_.is_at_rest(high)) return compute_factor();
    PairLoss& known = pair_losses_[mix_bits(std::uint64_t{low} << 32 | high) % kPairLosses];
    const std::uint32_t low_moves = stations_.move_count(low), high_moves = stations_.move_count(high);
    if (known.low != low || known.high != high || known.low_moves != low_moves ||
        known.high_moves != high_moves)
        known = {low, high, low_moves, high_moves, compute_factor()};
    return known.factor;
}

void FadingChannel::finish(std::size_t which, TransmissionSink& sink) {
    std::unique_ptr<OnAir> air = std::move(on_air_[which]);
    on_air_.erase(on_air_.begin() + static_cast<std::ptrdiff_t>(which));
    interference_.remove(*air, on_air_, air->end);
    decide_outcomes(*air);
    if (contention_.senses()) {
        for (const Candidate& candidate : air->candidates)
            contention_.remove_power(candidate.station, units(candidate.mean_mw), air->end);
    }
    if (!air->sender_gone) contention_.end_sending(air->transmission.sender.value, air->end);
    sink.on_finished({air->transmission, air->position, std::nullopt, SimTime::nanoseconds(air->start),
                      SimDuration::nanoseconds(air->end - air->start), fates_});
    spare_.push_back(std::move(air));
}

/// Decides the outcome at each receiver. The message is received if it survives noise, if the receiver is not
/// sending itself, and if it survives the other transmissions on the air, checked in this order. A message
/// that noise destroys, but that would survive without walls, is blocked.
void FadingChannel::decide_outcomes(const OnAir& air) {
    const auto bits = static_cast<float>(frame_bits(air.transmission.bytes));
    const float per_noise = 1 / noise_mw_;
    fates_.resize(air.candidates.size());
    Fate* fate = fates_.data();
    for (const Candidate& candidate : air.candidates) {
        fate->receiver = AgentId{candidate.station};
        fate->delivered = {};
        fate->distance_m = candidate.distance_m;
        fate->power_dbm = candidate.power_mw > 0 ? to_db(candidate.power_mw) : 0;
        const float clean = bits * hazard_.at(candidate.power_mw * per_noise);
        if (!survives(clean, candidate.chance)) {
            const bool walls = candidate.power_mw < candidate.free_mw &&
                               survives(bits * hazard_.at(candidate.free_mw * per_noise), candidate.chance);
            fate->outcome = walls ? Outcome::blocked : Outcome::weak;
        } else if (air.overlapped && sends_until_[candidate.station] > air.start) {
            fate->outcome = Outcome::receiver_sending;
        } else if (air.overlapped && !survives(noisy_hazard(air, candidate, bits, clean), candidate.chance)) {
            fate->outcome = Outcome::collision;
        } else {
            fate->outcome = Outcome::delivered;
            fate->delivered = SimTime::nanoseconds(
                air.end + static_cast<std::int64_t>(double{candidate.distance_m} / kLight_m_ns));
        }
        ++fate;
    }
}

/// Returns the hazard with noise and all other transmissions: the sum over the parts of the airtime, between
/// which the interference changes. The sum stops once nothing can survive. `clean` is the hazard with noise
/// alone.
float FadingChannel::noisy_hazard(const OnAir& air, const Candidate& candidate, float bits,
                                  float clean) const {
    const float per_ns = 1 / static_cast<float>(air.end - air.start);
    float quiet = 1, sum = 0;
    interference_.each_interference(air, candidate, [&](std::int64_t ns, std::int64_t units) {
        const float share = static_cast<float>(ns) * per_ns;
        const float noise = noise_mw_ + static_cast<float>(units) * static_cast<float>(kUnit_mw);
        sum += share * bits * hazard_.at(candidate.power_mw / noise);
        quiet -= share;
        return sum < kHopeless;
    });
    return sum + quiet * clean;
}

std::span<const std::pair<AgentId, float>> FadingChannel::take_load(SimTime now) {
    load_.clear();
    if (!contention_.senses()) return load_;
    stations_.each([&](std::uint32_t station) {
        load_.emplace_back(AgentId{station}, contention_.take_load(station, now.count_ns()));
    });
    return load_;
}

}  // namespace synchrono::comm_server::channel
