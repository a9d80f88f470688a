// Measures what the radio costs: first the fading channel alone, then the whole way of messages between
// clients (messages_between_clients.cpp). For the channel, agents drive, and each sends ten messages of 100
// bytes a second. They are close together, or spread over a city with 60 agents per square kilometre; the
// city has buildings or has none. The floor visits each pair of message and agent once, computes the squared
// distance, and writes one fate if the agent is within reach. Everything runs in one thread, and nothing is
// logged. Processor time is measured, so that other programs on the machine matter less.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <tuple>
#include <vector>

#include "bench/messages_between_clients.hpp"
#include "bench/table.hpp"
#include "comm_server/channel/channel.hpp"
#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace {

using namespace synchrono;
using namespace synchrono::comm_server;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
constexpr SimDuration kPeriod = SimDuration::milliseconds(100);
constexpr double kSpeed_m_s = 15;
constexpr std::size_t kPayloadBytes = 100;
constexpr int kRounds = 3;

double processor_seconds() {
    timespec now{};
    SYN_REQUIRE(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Town {
    double side_m;
    std::vector<geo::Vec3> places;
    std::vector<SimDuration> phases;
    std::vector<config::Building> buildings;
};

Town make_town(std::uint32_t agents, double side_m, bool built) {
    Town town{side_m, {}, {}, {}};
    Random random(1, agents);
    for (std::uint32_t a = 0; a < agents; ++a) {
        town.places.push_back({random.uniform(0, side_m), random.uniform(0, side_m), 0.5});
        town.phases.push_back(SimDuration::nanoseconds(
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(kPeriod.count_ns())))));
    }
    if (!built) return town;
    // Each block of 80 m has a building of 60 m, so that 44 % of the ground is free.
    for (double x = 10; x + 60 < side_m; x += 80) {
        for (double y = 10; y + 60 < side_m; y += 80)
            town.buildings.push_back({{{x, y}, {x + 60, y}, {x + 60, y + 60}, {x, y + 60}}, 9, 0.4});
    }
    return town;
}

geo::Vec3 place_at(const Town& town, std::uint32_t agent, SimTime time) {
    geo::Vec3 place = town.places[agent];
    double& along = agent % 2 == 0 ? place.x : place.y;
    along = std::fmod(along + kSpeed_m_s * time.to_seconds(), town.side_m);
    return place;
}

struct Tally : channel::TransmissionSink {
    void on_finished(const channel::FinishedTransmission& aired) override {
        ++messages;
        pairs += aired.fates.size();
        for (const channel::Fate& fate : aired.fates)
            delivered += fate.outcome == channel::Outcome::delivered;
    }
    std::uint64_t messages = 0, pairs = 0, delivered = 0;
};

/// Returns the messages that are sent in each heartbeat, ordered by time and sender.
std::vector<std::vector<channel::Transmission>> traffic(const Town& town, std::int64_t heartbeats) {
    std::vector<std::vector<channel::Transmission>> sent(static_cast<std::size_t>(heartbeats));
    for (std::uint32_t a = 0; a < town.places.size(); ++a) {
        std::uint64_t sequence = 0;
        for (SimTime t = SimTime{} + town.phases[a]; t.since_start() / kHeartbeat < heartbeats;
             t = t + kPeriod)
            sent[static_cast<std::size_t>(t.since_start() / kHeartbeat)].push_back(
                {AgentId{a}, ++sequence, t, kPayloadBytes});
    }
    for (auto& beat : sent) {
        std::sort(beat.begin(), beat.end(),
                  [](const channel::Transmission& a, const channel::Transmission& b) {
                      return std::tie(a.time, a.sender) < std::tie(b.time, b.sender);
                  });
    }
    return sent;
}

struct Cost {
    double seconds = 0;
    Tally tally;
};

Cost run(const Town& town, const config::RadioChannel& spec,
         const std::vector<std::vector<channel::Transmission>>& sent) {
    const auto channel = channel::make_channel(spec, town.buildings, 1);
    Cost cost;
    const double begin = processor_seconds();
    for (std::size_t k = 0; k < sent.size(); ++k) {
        const Tick tick{static_cast<std::int64_t>(k)};
        for (std::uint32_t a = 0; a < town.places.size(); ++a)
            channel->place(AgentId{a}, place_at(town, a, tick.at(kHeartbeat)));
        for (const channel::Transmission& t : sent[k]) channel->send(t);
        channel->advance((tick + 1).at(kHeartbeat), cost.tally);
    }
    cost.seconds = processor_seconds() - begin;
    return cost;
}

double floor_seconds(const Town& town, const std::vector<std::vector<channel::Transmission>>& sent,
                     double reach_m) {
    std::vector<geo::Vec3> places = town.places;
    std::vector<channel::Fate> fates(places.size());
    double sum = 0;
    const double begin = processor_seconds();
    for (std::size_t k = 0; k < sent.size(); ++k) {
        const Tick tick{static_cast<std::int64_t>(k)};
        for (std::uint32_t a = 0; a < places.size(); ++a) places[a] = place_at(town, a, tick.at(kHeartbeat));
        for (const channel::Transmission& t : sent[k]) {
            channel::Fate* fate = fates.data();
            for (std::uint32_t a = 0; a < places.size(); ++a) {
                const geo::Vec3 d = places[a] - places[t.sender.value];
                const double distance2 = geo::dot(d, d);
                if (a == t.sender.value || distance2 > reach_m * reach_m) continue;
                *fate++ = {AgentId{a}, channel::Outcome::delivered, t.time, static_cast<float>(distance2), 0};
            }
            sum += double{fates.front().distance_m};
        }
    }
    const double seconds = processor_seconds() - begin;
    SYN_REQUIRE(sum >= 0);
    return seconds;
}

void measure(const bench::Table& table, std::uint32_t agents, const char* where, const Town& town) {
    const double simulated_s = agents >= 3000 ? 1 : agents >= 300 ? 5 : 50;
    const auto sent = traffic(town, static_cast<std::int64_t>(simulated_s * 1e9) / kHeartbeat.count_ns());
    for (const bool senses : {false, true}) {
        config::RadioChannel spec;
        spec.model = config::RadioChannel::Model::fading;
        if (senses) spec.carrier_sense = config::CarrierSense{};
        std::vector<double> costs, floors;
        Cost cost;
        for (int round = 0; round < kRounds; ++round) {
            cost = run(town, spec, sent);
            costs.push_back(cost.seconds);
            floors.push_back(floor_seconds(town, sent, 1700));
        }
        const double best = *std::min_element(costs.begin(), costs.end());
        const double floor = *std::min_element(floors.begin(), floors.end());
        const auto messages = static_cast<double>(cost.tally.messages);
        const auto pairs = static_cast<double>(cost.tally.pairs);
        table.row({bench::with_commas(agents), where, senses ? "yes" : "no",
                   bench::with_commas(messages / best), bench::with_commas(pairs / messages),
                   bench::percent(static_cast<double>(cost.tally.delivered) / pairs),
                   bench::with_commas(best / pairs * 1e9), fmt::format("{:.1f}", simulated_s / best),
                   bench::with_commas(best / floor)});
    }
}

}  // namespace

int main() {
    fmt::print(stderr, "radio: the channel alone, then messages that pass from clients to clients\n");
    {
        const bench::Table table({"agents", "where", "carrier sense", "messages/s", "candidates per message",
                                  "delivered", "ns per pair", "times real time", "times the floor"});
        for (const std::uint32_t agents : {30U, 300U, 3000U}) {
            const double city_m = std::sqrt(agents / 60e-6);
            measure(table, agents, "one place", make_town(agents, 200, false));
            measure(table, agents, "spread", make_town(agents, city_m, false));
            measure(table, agents, "built", make_town(agents, city_m, true));
        }
    }
    fmt::print("\n");
    bench::messages_between_clients();
}
