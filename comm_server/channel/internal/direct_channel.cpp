#include "comm_server/channel/internal/direct_channel.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "comm_server/channel/internal/order.hpp"
#include "common/base/contract.hpp"

namespace synchrono::comm_server::channel {

namespace {

double range_of(const config::RadioChannel& spec) {
    return spec.model == config::RadioChannel::Model::range ? spec.range_m
                                                            : std::numeric_limits<double>::infinity();
}

}  // namespace

DirectChannel::DirectChannel(const config::RadioChannel& spec, std::span<const config::Building> buildings)
    : latency_(spec.latency),
      range_m_(range_of(spec)),
      stations_(kRecordedRanges * range_m_),
      walls_(spec.model == config::RadioChannel::Model::range && spec.line_of_sight
                 ? buildings
                 : std::span<const config::Building>{}) {
    SYN_REQUIRE(latency_ > SimDuration{});
}

void DirectChannel::remove(AgentId station) {
    SYN_REQUIRE(stations_.has(station));
    const auto is_its = [&](const Transmission& t) { return t.sender == station; };
    for (const Transmission& t : pending_) {
        if (is_its(t)) ended_.emplace_back(t, stations_.position(station.value));
    }
    std::erase_if(pending_, is_its);
    stations_.remove(station);
}

void DirectChannel::send(const Transmission& transmission) {
    SYN_REQUIRE(stations_.has(transmission.sender));
    SYN_REQUIRE(transmission.time >= now_);
    SYN_REQUIRE(pending_.empty() || comes_before(pending_.back(), transmission));
    pending_.push_back(transmission);
}

void DirectChannel::advance(SimTime until, TransmissionSink& sink) {
    SYN_REQUIRE(until >= now_);
    std::sort(ended_.begin(), ended_.end(),
              [](const auto& a, const auto& b) { return comes_before(a.first, b.first); });
    for (const auto& [transmission, position] : ended_)
        sink.on_finished({transmission, position, NotSent::ended, {}, {}, {}});
    ended_.clear();
    const auto first_later = std::find_if(pending_.begin(), pending_.end(),
                                          [&](const Transmission& t) { return t.time >= until; });
    for (auto t = pending_.begin(); t != first_later; ++t) decide_outcomes(*t, sink);
    pending_.erase(pending_.begin(), first_later);
    now_ = until;
}

void DirectChannel::decide_outcomes(const Transmission& transmission, TransmissionSink& sink) {
    const geo::Vec3 from = stations_.position(transmission.sender.value);
    fates_.clear();
    stations_.near(transmission.sender, [&](std::uint32_t station) {
        const geo::Vec3 to = stations_.position(station);
        const double distance_m = geo::length(to - from);
        if (!(distance_m <= kRecordedRanges * range_m_)) return;
        Fate& fate = fates_.emplace_back();
        fate.receiver = AgentId{station};
        fate.distance_m = static_cast<float>(distance_m);
        if (distance_m > range_m_) {
            fate.outcome = Outcome::out_of_range;
        } else if (walls_.blocks(from, to)) {
            fate.outcome = Outcome::blocked;
        } else {
            fate.delivered = transmission.time + latency_;
        }
    });
    sink.on_finished({transmission, from, std::nullopt, transmission.time, {}, fates_});
}

}  // namespace synchrono::comm_server::channel
