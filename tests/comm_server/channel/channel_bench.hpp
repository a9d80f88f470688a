/// A bench for channels: a channel with a few stations that a test drives by hand, and a record of
/// everything that the channel reports.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server::channel::testing {

inline SimTime at_us(std::int64_t us) { return SimTime{} + SimDuration::microseconds(us); }
inline SimTime at_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }

struct MessageReport {
    Transmission transmission;
    geo::Vec3 position;
    std::optional<NotSent> not_sent;
    SimTime on_air;
    SimDuration airtime;
    std::vector<Fate> fates;

    const Fate* of(std::uint32_t receiver) const {
        const auto found = std::find_if(fates.begin(), fates.end(),
                                        [&](const Fate& f) { return f.receiver.value == receiver; });
        return found == fates.end() ? nullptr : &*found;
    }
    std::optional<Outcome> outcome(std::uint32_t receiver) const {
        const Fate* fate = of(receiver);
        return fate ? std::optional(fate->outcome) : std::nullopt;
    }
};

inline bool same(const Fate& a, const Fate& b) {
    return a.receiver == b.receiver && a.outcome == b.outcome && a.delivered == b.delivered &&
           a.distance_m == b.distance_m && a.power_dbm == b.power_dbm;
}
inline bool same(const MessageReport& a, const MessageReport& b) {
    return a.transmission.sender == b.transmission.sender &&
           a.transmission.sequence == b.transmission.sequence && a.position == b.position &&
           a.not_sent == b.not_sent && a.on_air == b.on_air && a.airtime == b.airtime &&
           std::equal(a.fates.begin(), a.fates.end(), b.fates.begin(), b.fates.end(),
                      [](const Fate& x, const Fate& y) { return same(x, y); });
}
inline bool same(const std::vector<MessageReport>& a, const std::vector<MessageReport>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const MessageReport& x, const MessageReport& y) { return same(x, y); });
}

class ChannelBench : public TransmissionSink {
  public:
    explicit ChannelBench(const config::RadioChannel& spec, std::vector<config::Building> buildings = {},
                          std::uint64_t seed = 1)
        : channel(make_channel(spec, buildings, seed)) {}

    void on_finished(const FinishedTransmission& a) override {
        reports.push_back({a.transmission, a.position, a.not_sent, a.on_air, a.airtime,
                           std::vector<Fate>(a.fates.begin(), a.fates.end())});
    }
    void place(std::uint32_t station, double x_m, double y_m = 0) {
        channel->place(AgentId{station}, {x_m, y_m, 0});
    }
    /// Sends the next message of this station and returns its number.
    std::uint64_t send(std::uint32_t station, SimTime time, std::size_t bytes = 100) {
        channel->send({AgentId{station}, ++sequences_[station], time, bytes});
        return sequences_[station];
    }
    void advance(SimTime until) { channel->advance(until, *this); }
    /// Returns what the channel has reported about a message; an empty report if it has reported nothing yet.
    const MessageReport& of(std::uint32_t sender, std::uint64_t sequence = 1) const {
        static const MessageReport kNone;
        const auto found = std::find_if(reports.begin(), reports.end(), [&](const MessageReport& t) {
            return t.transmission.sender.value == sender && t.transmission.sequence == sequence;
        });
        return found == reports.end() ? kNone : *found;
    }

    std::unique_ptr<Channel> channel;
    std::vector<MessageReport> reports;

  private:
    std::map<std::uint32_t, std::uint64_t> sequences_;
};

/// Returns a fading channel without carrier sense. The received power hardly differs from its mean.
inline config::RadioChannel steady_channel() {
    config::RadioChannel spec;
    spec.model = config::RadioChannel::Model::fading;
    spec.nakagami = {{0, 1000}};
    return spec;
}
inline config::RadioChannel carrier_sense_channel() {
    config::RadioChannel spec = steady_channel();
    spec.carrier_sense = config::CarrierSense{};
    return spec;
}

}  // namespace synchrono::comm_server::channel::testing
