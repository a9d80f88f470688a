#include "comm_server/router.hpp"

#include <algorithm>
#include <tuple>

#include "comm_server/faults/alter.hpp"
#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::comm_server {
namespace {

constexpr SimDuration kLoadEvery = SimDuration::milliseconds(100);  // as J2945/1 measures the load
// Longer than any message stays under way in a channel. Faults that delay messages do not matter here,
// because they are applied when the channel has settled a message.
constexpr SimDuration kAftermath = SimDuration::seconds(10);

std::uint64_t key_of(AgentId sender, std::uint64_t sequence) {
    static_assert(limits::kRadioStationsMax < 1 << 16, "a sender fits its bits");
    return std::uint64_t{sender.value} << 48 | sequence;
}

}  // namespace

/// Receives the transmissions that the channel of one medium has settled.
class Router::CarrierSink final : public channel::TransmissionSink {
  public:
    CarrierSink(Router& router, Carrier& carrier) : router_(router), carrier_(carrier) {}

    void on_finished(const channel::FinishedTransmission& aired) override {
        const auto at =
            carrier_.under_way.find(key_of(aired.transmission.sender, aired.transmission.sequence));
        SYN_REQUIRE(at != carrier_.under_way.end());
        router_.settle(at->second, aired);
        carrier_.under_way.erase(at);
    }

  private:
    Router& router_;
    Carrier& carrier_;
};

Result<std::vector<RoadSideUnit>> make_road_side_units(const config::Scenario& scenario) {
    std::vector<RoadSideUnit> units;
    const geo::WorldFrame frame(scenario.origin);
    for (const config::RoadSideUnit& spec : scenario.radio->road_side_units) {
        auto unit = RoadSideUnit::make(spec, scenario.intersections.at(spec.intersection), frame);
        if (!unit) return tl::unexpected(unit.error());
        units.push_back(std::move(*unit));
    }
    return units;
}

Router::Router(const config::Scenario& scenario, std::vector<RoadSideUnit> units, RouterSink& sink,
               LoadSink* loads)
    : scenario_(scenario),
      sink_(sink),
      loads_(loads),
      faults_(scenario.radio->faults, scenario.seed),
      units_(std::move(units)),
      unit_sequences_(units_.size()),
      positions_(scenario.agents.size()),
      deaf_(scenario.agents.size()) {
    SYN_REQUIRE(scenario.radio.has_value());
    const std::vector<config::Building> buildings = config::buildings_of(scenario);
    for (const auto& [medium, spec] : scenario.radio->channels) {
        // Each medium draws its own random numbers.
        const std::uint64_t seed = scenario.seed ^ std::uint64_t{static_cast<std::uint8_t>(medium)} << 56;
        carriers_[medium].channel = channel::make_channel(spec, buildings, seed);
    }
    for (const config::RoadSideUnit& unit : scenario.radio->road_side_units) {
        const config::AgentSpec* signals = config::signals_of(unit.intersection, scenario.agents);
        unit_signals_.push_back(signals == nullptr ? std::nullopt : std::optional(signals->id));
        unit_positions_[unit.id] = unit.position;
        carriers_.at(unit.medium).channel->place(unit.id, unit.position);
    }
    for (const config::RadioFault& fault : scenario.radio->faults) {
        if (fault.kind != config::RadioFault::Kind::ghost) continue;
        for (auto& [medium, carrier] : carriers_) carrier.channel->place(fault.ghost, fault.position);
    }
}

bool Router::has_radio(AgentId agent) const {
    return agent.value < scenario_.agents.size() && scenario_.agents[agent.value].radio;
}

bool Router::place(AgentId agent, geo::Vec3 position) {
    const bool is_new = !positions_[agent.value];
    positions_[agent.value] = position;
    if (!has_radio(agent)) return false;
    for (auto& [medium, carrier] : carriers_) carrier.channel->place(agent, position);
    return is_new;
}

void Router::add_signals_report(const SignalsReport& report) {
    for (std::size_t i = 0; i < units_.size(); ++i) {
        if (unit_signals_[i] == report.agent) units_[i].add_signals_report(report.time, report.groups);
    }
}

bool Router::remove(AgentId agent) {
    for (std::size_t i = 0; i < units_.size(); ++i) {
        if (unit_signals_[i] == agent) units_[i].forget_signals();
    }
    if (!positions_[agent.value]) return false;
    positions_[agent.value].reset();
    deaf_[agent.value] = false;
    if (!has_radio(agent)) return false;
    for (auto& [medium, carrier] : carriers_) carrier.channel->remove(agent);
    return true;
}

void Router::set_deaf(AgentId agent, bool deaf) { deaf_.at(agent.value) = deaf; }

void Router::send(RadioMessage message) {
    SYN_REQUIRE(carries(message.medium));
    sent_.push_back(std::move(message));
}

void Router::take_from_units(SimTime from, SimTime until) {
    for (std::size_t i = 0; i < units_.size(); ++i) {
        for (const DueMessage& due : units_[i].advance(from, until)) {
            sent_.push_back({.sender = units_[i].id(),
                             .sequence = ++unit_sequences_[i],
                             .time = due.time,
                             .medium = scenario_.radio->road_side_units[i].medium,
                             .payload = due.payload});
        }
    }
}

void Router::put_in_order() {
    std::sort(sent_.begin(), sent_.end(), [](const RadioMessage& a, const RadioMessage& b) {
        return std::tie(a.time, a.sender, a.sequence) < std::tie(b.time, b.sender, b.sequence);
    });
}

void Router::settle(const RadioMessage& message, const channel::FinishedTransmission& aired) {
    receptions_.clear();
    for (const channel::Fate& fate : aired.fates) receptions_.push_back({fate});
    faults_.apply(aired.transmission, faults::message_type(message.payload), message.payload, receptions_);
    fates_.clear();
    for (const faults::Reception& reception : receptions_) {
        FinalFate& fate = fates_.emplace_back(FinalFate{reception.fate, {}});
        if (reception.payload != 0) fate.altered = faults_.payload(reception.payload);
        const AgentId receiver = fate.fate.receiver;
        const bool deaf = receiver.value < deaf_.size() && deaf_[receiver.value];
        if (deaf && channel::has_arrived(fate.fate.outcome)) fate.fate.outcome = channel::Outcome::shed;
    }
    sink_.on_settled({message, aired, fates_});
}

void Router::advance(Tick tick) {
    const SimTime from = tick.at(scenario_.heartbeat), until = from + scenario_.heartbeat;
    take_from_units(from, until);
    put_in_order();
    const auto transmission_of = [](const RadioMessage& message) {
        return channel::Transmission{.sender = message.sender,
                                     .sequence = message.sequence,
                                     .time = message.time,
                                     .bytes = message.payload.size()};
    };
    std::erase_if(sent_, [&](const RadioMessage& message) {
        const channel::Transmission transmission = transmission_of(message);
        const std::uint16_t type = faults::message_type(message.payload);
        if (!faults_.silences(transmission, type)) {
            faults_.overhear(message.medium, transmission, type, message.payload);
            return false;
        }
        const AgentId sender = message.sender;
        const geo::Vec3 position =
            sender.value < positions_.size() ? *positions_[sender.value] : unit_positions_.at(sender);
        settle(message, {.transmission = transmission,
                         .position = position,
                         .not_sent = channel::NotSent::silenced,
                         .on_air = {},
                         .airtime = {},
                         .fates = {}});
        return true;
    });
    for (const faults::GhostMessage& ghost : faults_.take_ghost_messages(until)) {
        if (!carries(ghost.medium)) continue;
        sent_.push_back({.sender = ghost.transmission.sender,
                         .sequence = ghost.transmission.sequence,
                         .time = ghost.transmission.time,
                         .medium = ghost.medium,
                         .payload = ghost.payload});
    }
    put_in_order();
    for (RadioMessage& message : sent_) {
        Carrier& carrier = carriers_.at(message.medium);
        const channel::Transmission transmission = transmission_of(message);
        carrier.under_way.emplace(key_of(message.sender, message.sequence), std::move(message));
        carrier.channel->send(transmission);
    }
    sent_.clear();
    for (auto& [medium, carrier] : carriers_) {
        CarrierSink carrier_sink(*this, carrier);
        carrier.channel->advance(until, carrier_sink);
    }
    if (loads_ != nullptr && until - load_from_ >= kLoadEvery) {
        for (auto& [medium, carrier] : carriers_) {
            const auto ratios = carrier.channel->take_load(until);
            if (!ratios.empty()) loads_->on_load(medium, load_from_, until, ratios);
        }
        load_from_ = until;
    }
}

void Router::finish(Tick last) {
    const SimTime until = (last + 1).at(scenario_.heartbeat) + kAftermath;
    for (auto& [medium, carrier] : carriers_) {
        CarrierSink carrier_sink(*this, carrier);
        carrier.channel->advance(until, carrier_sink);
    }
}

}  // namespace synchrono::comm_server
