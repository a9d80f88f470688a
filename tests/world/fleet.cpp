#include "tests/world/fleet.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "client/world/world_engine.hpp"
#include "common/base/contract.hpp"
#include "common/net/agent_message.hpp"
#include "pcp/synchrono_radio.h"
#include "pcp/synchrono_sensors.h"
#include "tests/support/sample_bytes.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::testing {
namespace {

const net::Endpoint kServerHost = net::Endpoint::parse("10.0.0.1:4000").value();
const net::Endpoint kCommServerHost = net::Endpoint::parse("10.0.0.2:4000").value();

/// Decides by all it sees, to the last bit: whatever differs between two runs soon shows in the trajectories.
class TouchyPilot final : public client::PilotHost {
  public:
    TouchyPilot(std::uint64_t seed, std::optional<SimTime> leaves) : random_(seed), leaves_at_(leaves) {}
    client::DriverInputs step(SimTime now, SimDuration, const client::VehicleMotion& ego,
                              std::span<const client::Obstacle> others) override {
        leaves_ = leaves_ || (leaves_at_ && now >= *leaves_at_);
        double sum = ego.position.x * 0.7 + now.to_seconds() + random_.uniform();
        for (const auto& other : others) {
            sum += std::sin(other.motion.position.x * 3 + other.motion.velocity.y) + other.agent.value * 0.1;
        }
        if (radio_ != nullptr) {
            for (std::uint32_t i = 0; i < radio_->messages_count; ++i) {
                const SynMessage& message = radio_->messages[i];
                for (std::uint32_t k = 0; k < message.bytes_count; ++k)
                    sum += message.bytes[k] * 0.01 * (k + 1);
                sum += message.power_dbm;
            }
            // What it says depends on what it heard.
            if (random_.chance(0.3)) {
                const double words = sum;
                radio_->send(radio_->context, SYN_MEDIUM_DEFAULT, &words, sizeof words);
            }
        }
        if (sensors_ != nullptr) {
            measured_.clear();
            for (std::uint32_t i = 0; i < sensors_->samples_count; ++i)
                append_bytes(measured_, sensors_->samples[i]);
            std::uint64_t mixed = 0;
            for (const char byte : measured_) mixed = mix_bits(mixed ^ static_cast<unsigned char>(byte));
            sum += static_cast<double>(mixed % 1000) * 0.01;
        }
        return {.steering = std::sin(sum), .throttle = 0.5 + 0.5 * std::cos(sum), .braking = 0};
    }
    void attach(const SynRadio& radio) override { radio_ = &radio; }
    void attach(const SynSensors& sensors) override { sensors_ = &sensors; }
    const std::string& fault() const override { return fault_; }
    bool leaves() const override { return leaves_; }

  private:
    Random random_;
    std::optional<SimTime> leaves_at_;
    bool leaves_ = false;
    std::string fault_;
    const SynRadio* radio_ = nullptr;
    const SynSensors* sensors_ = nullptr;
    std::string measured_;
};

/// Two roads whose lights change every few heartbeats. The detectors of the one with `actuated` lie where the
/// agents start.
config::Intersection lights(bool actuated) {
    const std::string head = R"({"id": 7, "position": [10, 0, 0], "lane_width_m": 4, "lanes": [
        {"id": 1, "direction": "ingress", "points": [[0, 0], [30, 0]], "connections": [{"to": 3, "signal_group": 2}]},
        {"id": 2, "direction": "ingress", "points": [[0, 9], [30, 9]], "connections": [{"to": 3, "signal_group": 4}]},
        {"id": 3, "direction": "egress", "points": [[0, -9], [30, -9]]},
        {"id": 4, "direction": "both", "use": "crosswalk", "points": [[-5, 3], [-5, 9]],
         "connections": [{"to": 5, "signal_group": 12}]},
        {"id": 5, "direction": "both", "use": "sidewalk", "points": [[-5, 10], [-5, 20]]}],
        "signals": {"groups": [2, 4, 12], "conflicts": [[2, 4], [2, 12]], )";
    const std::string fixed = R"("fixed": {"cycle_s": 0.2, "phases": [
        {"green_s": 0.062, "yellow_s": 0.03, "all_red_s": 0.008, "protected": [2]},
        {"green_s": 0.063, "yellow_s": 0.03, "all_red_s": 0.007, "protected": [4],
         "pedestrian": {"groups": [12], "walk_s": 0.03, "clearance_s": 0.02}}]}}})";
    const std::string by_traffic = R"("actuated": {"phases": [
        {"id": 2, "ring": 1, "side": 1, "protected": [2], "min_green_s": 1, "max_green_s": 1, "passage_s": 0.013,
         "yellow_s": 0.031, "all_red_s": 0.011, "detectors": [{"points": [[0, -2], [12.5, -2], [12.5, 2], [0, 2]]}]},
        {"id": 4, "ring": 1, "side": 2, "protected": [4], "min_green_s": 1, "max_green_s": 1, "passage_s": 0.013,
         "yellow_s": 0.031, "all_red_s": 0.011, "recall": "min",
         "pedestrian": {"groups": [12], "walk_s": 0.5, "clearance_s": 0.3},
         "detectors": [{"points": [[23, -2], [25, -2], [25, 2], [23, 2]]}]}]}}})";
    auto read = config::read_intersection(head + (actuated ? by_traffic : fixed), "lights.json");
    SYN_REQUIRE(read.has_value());
    if (actuated) read->id = 8;
    return *read;
}

void add_elements(config::Scenario& s) {
    const auto add = [&s](const char* name, config::Element element, geo::Vec3 position) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(s.agents.size())};
        agent.name = name;
        agent.engine = config::kWorldEngine;
        agent.position = position;
        agent.period = s.heartbeat;
        agent.radio = false;
        agent.element = std::move(element);
        s.agents.push_back(agent);
        return agent.id;
    };
    s.intersections["fixed"] = lights(false);
    s.intersections["actuated"] = lights(true);
    const AgentId fixed = add("fixed_lights", config::SignalsElement{"fixed"}, {10, 0, 0});
    add("actuated_lights", config::SignalsElement{"actuated"}, {10, 0, 0});
    config::PedestrianElement walker;
    walker.points = {{-5, 2}, {-5, 2.1}, {-5, 9}};
    walker.waits = {{1, fixed, 12}};
    walker.repeat = config::PedestrianElement::Repeat::back;
    add("walker", walker, {-5, 2, 0});
    add("cone", config::BodyElement::cone(), {14.9, 0.2, 0});
    add("ball", config::BodyElement::ball(), {15.3, 0.1, 0});
}

/// One of every kind on every vehicle, each as wrong as it can be.
void add_sensors(config::Scenario& s) {
    const char* const texts[] = {
        R"({"kind": "gps", "rate_hz": 50, "delay_ms": 12, "dropout_every_s": 0.1, "dropout_s": 0.03})",
        R"({"kind": "imu", "rate_hz": 500, "delay_ms": 1, "accelerometer": {"noise_ug_rt_hz": 100},
            "gyroscope": {"noise_deg_rt_h": 0.2, "bias_instability_deg_h": 5}})",
        R"({"kind": "wheel_speed", "rate_hz": 200, "noise_sigma_rad_s": 0.1, "ticks_per_turn": 96})",
        R"({"kind": "steering", "rate_hz": 100, "noise_sigma_deg": 0.1})",
        R"({"kind": "state", "rate_hz": 200})",
        R"({"kind": "lidar", "rate_hz": 40, "delay_ms": 7, "elevations_deg": [2, 0, -4, -10], "columns": 60,
            "dropout_probability": 0.1})",
        R"({"kind": "radar", "rate_hz": 40, "miss_probability": 0.1, "false_per_scan": 0.5})",
        R"({"kind": "camera", "rate_hz": 40, "delay_ms": 20, "width": 32, "height": 18, "depth": true, "classes": true,
            "samples": 2})",
        R"({"kind": "objects", "rate_hz": 100, "miss_probability": 0.1, "false_per_scan": 0.2, "position_sigma_m": 0.3})"};
    for (const char* const text : texts) {
        const auto sensor = config::read_sensor(text, "s.json");
        SYN_REQUIRE(sensor.has_value());
        const std::string name(sensor->kind());
        s.sensors[name] = *sensor;
        for (config::AgentSpec& agent : s.agents) {
            if (!agent.element)
                agent.sensors.push_back({.name = name, .sensor = name, .position = {0, 0, 1.6}});
        }
    }
}

config::Scenario make_scenario(const FleetSetup& setup) {
    config::Scenario s;
    s.name = "fleet";
    s.duration = s.heartbeat * setup.heartbeats;
    s.seed = setup.scenario_seed;
    s.gate = setup.gate;
    s.interest = setup.interest;
    s.silence_limit = setup.silence_limit;
    s.start_limit = WallDuration::seconds(20);
    s.server_limit = WallDuration::seconds(2);
    s.vehicles["sedan"] = sedan();
    const std::size_t agents = setup.clients * setup.agents_per_client;
    for (std::size_t i = 0; i < agents; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(i)};
        agent.name = fmt::format("cart{}", i);
        agent.vehicle = "sedan";
        agent.position = {12.0 * static_cast<double>(i), 0, 0};
        agent.speed_m_s = 5;
        agent.period = s.heartbeat * setup.periods[i % setup.periods.size()];
        agent.pilot_period = s.heartbeat * setup.pilot_period;
        if (i + 1 == agents) agent.enter = Tick{setup.last_enters_at}.at(s.heartbeat);
        s.agents.push_back(agent);
    }
    if (setup.element_clients > 0) add_elements(s);
    if (setup.sensors) add_sensors(s);
    if (!setup.radio) return s;
    s.radio.emplace();
    config::RadioChannel& channel = s.radio->channels[config::Medium::dsrc];
    channel.model = config::RadioChannel::Model::fading;
    channel.power_dbm = -5;  // so that distance counts within the fleet
    channel.carrier_sense.emplace();
    s.radio->basic_safety->period = s.heartbeat * 3;
    s.radio->exchange = s.heartbeat * setup.radio_exchange;
    if (setup.sensors) s.radio->basic_safety->state = config::BasicSafety::State::sensed;
    if (setup.element_clients > 0) {
        const auto number = static_cast<std::uint32_t>(s.agents.size());
        s.radio->road_side_units = {{AgentId{number}, "fixed_unit", {0, 5, 3}, "fixed"},
                                    {AgentId{number + 1}, "actuated_unit", {0, 5, 3}, "actuated"}};
    }
    return s;
}

}  // namespace

struct Fleet::Server {
    Server(const config::Scenario& scenario, const net::Token& token, net::sim::Network& network,
           std::function<void(const WorldEvent&)> on_event)
        : socket(network.bind(kServerHost)),
          listener(network.listen(kServerHost)),
          ring(1 << 20),
          intake(*socket, ring, bell),
          world({.scenario = scenario,
                 .token = token,
                 .udp_port = kServerHost.port(),
                 .on_event = std::move(on_event)},
                *socket, lobby),
          lobby(world) {
        world.add_intake(intake, ring);
    }
    void turn(WallTime now) {
        listener->run_for(WallDuration{}, lobby.events());
        lobby.turn(now);
        intake.turn(WallDuration{});
        world.turn(now);
        lobby.turn(now);
    }
    std::unique_ptr<net::DatagramSocket> socket;
    std::unique_ptr<net::StreamListener> listener;
    SpscRecordRing ring;
    Doorbell bell;
    server::Intake intake;
    server::World world;
    server::Lobby lobby;
};

/// Writes down what happens on the radio.
struct Fleet::CommServer final : comm_server::RadioRecorder {
    CommServer(const config::Scenario& scenario, const net::Token& token, net::sim::Network& network,
               std::string& the_history, std::vector<Told>& the_told, WallTime now)
        : history(the_history),
          told(the_told),
          first_unit{static_cast<std::uint32_t>(scenario.agents.size())},
          listener(network.listen(kCommServerHost)),
          exchange({.scenario = scenario,
                    .token = token,
                    .units = comm_server::make_road_side_units(scenario).value(),
                    .recorder = this},
                   now) {}
    void turn(WallTime now) {
        listener->run_for(WallDuration{}, exchange.events());
        exchange.turn(now);
    }
    void settled(const comm_server::Settled& settled) override {
        if (settled.message.sender >= first_unit)
            told.push_back({settled.message.time, settled.message.sender, settled.message.payload});
        history += fmt::format("{} {} {} {}:", settled.message.sender.value, settled.message.sequence,
                               settled.message.time.count_ns(), settled.message.payload.size());
        for (const std::byte byte : settled.message.payload) history += fmt::format("{:02x}", byte);
        for (const auto& f : settled.fates) {
            history += fmt::format(" {}={}@{}/{}", f.fate.receiver.value, static_cast<int>(f.fate.outcome),
                                   f.fate.delivered.count_ns(), f.fate.power_dbm);
        }
        history += "\n";
    }
    void load(config::Medium, SimTime, SimTime, std::span<const std::pair<AgentId, float>> ratios) override {
        for (const auto& [station, ratio] : ratios)
            history += fmt::format("{} busy {}\n", station.value, ratio);
    }
    void station(const RadioStation& station, SimTime time) override {
        history +=
            fmt::format("{} {} {}\n", station.name(), station.ended() ? "ended" : "here", time.count_ns());
    }
    void routed(SimTime) override {}

    std::string& history;
    std::vector<Told>& told;
    AgentId first_unit;
    std::unique_ptr<net::StreamListener> listener;
    comm_server::Exchange exchange;
};

struct Fleet::Client final : client::ServerPorts, client::Recorder {
    Client(Fleet& the_fleet, std::size_t the_index, std::vector<AgentId> the_agents)
        : fleet(the_fleet),
          index(the_index),
          agents(std::move(the_agents)),
          engine(is_of_elements() ? client::make_world_engine(fleet.scenario_)
                                  : client::make_embedded_engine(SimDuration::milliseconds(1))),
          ray_world(client::ray_world_for(fleet.scenario_, agents, nullptr)),
          node({.scenario = fleet.scenario_,
                .name = fmt::format("client{}", index),
                .agents = agents,
                .token = fleet.token_,
                .connect_radio = [this]() -> Result<std::unique_ptr<net::Stream>> {
                    auto stream = fleet.network_->connect(fleet.host(index), kCommServerHost);
                    if (!stream) return fail("nobody listens");
                    return stream;
                },
                .ray_world = ray_world.get()},
               *this, *engine, this) {
        for (const AgentId id : is_of_elements() ? std::vector<AgentId>() : agents) {
            const auto leaves = fleet.setup_.leaves.find(id.value);
            const auto at = leaves == fleet.setup_.leaves.end()
                                ? std::nullopt
                                : std::optional(Tick{leaves->second}.at(fleet.scenario_.heartbeat));
            node.set_pilot(id, std::make_unique<TouchyPilot>(fleet.scenario_.seed * 1000 + id.value, at));
        }
        node.set_tap([this](const client::Peer& peer) { fleet.saw(index, peer); });
    }
    bool is_of_elements() const {
        return !agents.empty() && fleet.scenario_.agents[agents[0].value].element.has_value();
    }
    Result<std::unique_ptr<net::Stream>> connect() override {
        auto stream = fleet.network_->connect(fleet.host(index), kServerHost);
        if (!stream) return fail("nobody listens");
        return stream;
    }
    Result<Datagrams> open_datagrams(std::uint16_t port) override {
        return Datagrams{fleet.network_->bind(fleet.host(index)), kServerHost.with_port(port)};
    }
    void record(AgentId agent, SimTime time, WallTime, ByteView any) override {
        fleet.emitted(index, agent, time, any);
    }
    void late(AgentId agent, const client::Delivery&, SimTime seen, WallTime) override {
        if (fleet.setup_.gate.kind == config::GatePolicy::Kind::exact)
            fleet.violate(fmt::format("agent {} heard something late at {}", agent.value, seen.count_ns()));
    }

    Fleet& fleet;
    std::size_t index;
    std::vector<AgentId> agents;
    std::unique_ptr<client::Engine> engine;
    std::unique_ptr<sensors::RayWorld> ray_world;
    client::ClientNode node;
    bool alive = true;
    WallTime busy_until;
    client::ClientNode::Turn last;
    /// It starts anew, at another time.
    void forget() {
        emitted_tick = -1;
        consumed_last = {-1, 0};
        consumed.clear();
    }
    // What it saw.
    std::int64_t emitted_tick = -1;
    std::pair<std::int64_t, std::uint32_t> consumed_last{-1, 0};
    std::map<AgentId, std::int64_t> consumed;
};

Fleet::Fleet(FleetSetup setup)
    : setup_(std::move(setup)),
      scenario_(make_scenario(setup_)),
      token_(net::make_token()),
      random_(setup_.seed, 1),
      network_(std::make_unique<net::sim::Network>(setup_.seed, clock_)) {
    network_->set_faults(setup_.faults);
    for (const auto& agent : scenario_.agents) newest_[agent.id] = -1;
    server_ = std::make_unique<Server>(scenario_, token_, *network_, [this](const WorldEvent& event) {
        events_.push_back(event);
        const std::int64_t h = scenario_.heartbeat.count_ns();
        if (event.has_joined()) {
            const AgentId agent{event.joined().description().agent()};
            newest_[agent] = event.joined().time_ns() / h - 1;
            // What an earlier life said of what is now the future was never heard.
            auto& said = trajectories_[agent];
            said.erase(said.lower_bound(event.joined().time_ns() / h), said.end());
        }
        if (event.has_ended()) newest_.erase(AgentId{event.ended().agent()});
    });
    if (scenario_.radio) {
        comm_server_ = std::make_unique<CommServer>(scenario_, token_, *network_, radio_history_, units_told_,
                                                    clock_.now());
    }
    for (std::size_t c = 0; c < setup_.clients; ++c) {
        std::vector<AgentId> agents;
        for (std::size_t i = 0; i < setup_.agents_per_client; ++i) {
            agents.push_back(AgentId{static_cast<std::uint32_t>(c * setup_.agents_per_client + i)});
        }
        start_client(c, agents);
    }
    for (std::size_t c = 0; c < setup_.element_clients; ++c) {
        std::vector<AgentId> agents;
        for (std::size_t i = scenario_.vehicle_count() + c; i < scenario_.agents.size();
             i += setup_.element_clients)
            agents.push_back(scenario_.agents[i].id);
        start_client(setup_.clients + c, agents);
    }
}

Fleet::~Fleet() {
    clients_.clear();
    comm_server_.reset();
    server_.reset();
}

net::Endpoint Fleet::host(std::size_t client) const {
    return net::Endpoint::parse(fmt::format("10.0.{}.{}:0", 1 + client / 200, 1 + client % 200)).value();
}

void Fleet::start_client(std::size_t index, std::vector<AgentId> agents) {
    if (clients_.size() <= index) clients_.resize(index + 1);
    clients_[index] = std::make_unique<Client>(*this, index, std::move(agents));
    clients_[index]->busy_until =
        clock_.now() + WallDuration::microseconds(static_cast<std::int64_t>(random_.below(20'000)));
}

void Fleet::turn() {
    if (server_) server_->turn(clock_.now());
    if (comm_server_) comm_server_->turn(clock_.now());
    // Clients take their turns in another order each time, each at a speed of its own.
    const std::size_t first = random_.below(clients_.size());
    for (std::size_t i = 0; i < clients_.size(); ++i) {
        Client& c = *clients_[(first + i) % clients_.size()];
        if (!c.alive || c.busy_until > clock_.now() || (c.last.pacing && c.last.wake_at > clock_.now()))
            continue;
        if (c.last.state != client::ClientNode::State::running) continue;
        const Tick before = c.node.tick();
        const auto rejoins = c.node.counters().get(client::NodeCounter::rejoins);
        c.last = c.node.turn(clock_.now(), false);
        if (c.node.counters().get(client::NodeCounter::rejoins) > rejoins) c.forget();
        if (c.node.tick() > before) {
            const auto microseconds = random_.below(100) * (1 + c.index % 4);
            c.busy_until = clock_.now() + WallDuration::microseconds(static_cast<std::int64_t>(microseconds));
        }
    }
    if (server_) server_->turn(clock_.now());
    if (comm_server_) comm_server_->turn(clock_.now());

    WallTime next = clock_.now() + WallDuration::milliseconds(5);
    if (const auto delivery = network_->next_delivery()) next = std::min(next, *delivery);
    for (const auto& c : clients_) {
        if (!c->alive || c->last.state != client::ClientNode::State::running) continue;
        next = std::min(next, std::max(c->busy_until, c->last.wake_at));
    }
    clock_.set(std::max(next, clock_.now() + WallDuration::microseconds(1)));
}

bool Fleet::run_until(const std::function<bool()>& done, WallDuration limit) {
    const WallTime end = clock_.now() + limit;
    while (!done()) {
        if (clock_.now() > end) return false;
        turn();
    }
    return true;
}

void Fleet::run(WallDuration limit) {
    const auto done = [this] {
        return std::all_of(clients_.begin(), clients_.end(), [](const auto& c) {
            return !c->alive || c->last.state != client::ClientNode::State::running;
        });
    };
    if (!run_until(done, limit)) {
        std::string who;
        for (const auto& c : clients_) {
            if (c->alive && c->last.state == client::ClientNode::State::running) {
                who += fmt::format(" client{} at {} waits for '{}'", c->index, c->node.tick().index,
                                   c->node.waiting_for());
            }
        }
        violate("the run did not end:" + who);
    }
}

void Fleet::emitted(std::size_t index, AgentId agent, SimTime time, ByteView any) {
    Client& c = *clients_[index];
    const std::int64_t tick = time.since_start() / scenario_.heartbeat;
    auto& trajectory = trajectories_[agent];
    if (!trajectory.empty() && trajectory.rbegin()->first >= tick) {
        violate(fmt::format("agent {} spoke of heartbeat {} again", agent.value, tick));
    }
    trajectory[tick] = std::string(as_text(any));
    // Nobody is further ahead of a live agent than the policy says.
    for (const auto& [other, newest] : newest_) {
        const std::int64_t slack = setup_.periods[other.value % setup_.periods.size()] - 1;
        const bool counts = std::find(c.agents.begin(), c.agents.end(), other) == c.agents.end();
        if (counts && tick > newest + slack + setup_.gate.heartbeats) {
            violate(fmt::format("agent {} is at {} while agent {} is at {}", agent.value, tick, other.value,
                                newest));
        }
    }
    if (newest_.contains(agent)) newest_[agent] = std::max(newest_[agent], tick);
    if (setup_.gate.kind == config::GatePolicy::Kind::exact && tick <= c.consumed_last.first) {
        violate(fmt::format("agent {} emitted at {} after consuming at {}", agent.value, tick,
                            c.consumed_last.first));
    }
    c.emitted_tick = std::max(c.emitted_tick, tick);
}

void Fleet::saw(std::size_t index, const client::Peer& peer) {
    Client& c = *clients_[index];
    const std::int64_t tick = peer.newest.index;
    if (std::find(c.agents.begin(), c.agents.end(), peer.id) != c.agents.end()) return;
    // What is seen is what was said.
    const auto& said = trajectories_[peer.id];
    const auto found = said.find(tick);
    if (found == said.end() || found->second != as_text(peer.any)) {
        violate(fmt::format("client {} saw something of agent {} at {} that was never said", index,
                            peer.id.value, tick));
    }
    const bool first = !c.consumed.contains(peer.id);
    if (!first && c.consumed[peer.id] >= tick)
        violate(fmt::format("client {} saw agent {} at {} twice", index, peer.id.value, tick));
    if (setup_.gate.kind == config::GatePolicy::Kind::exact &&
        setup_.interest.kind == config::Interest::Kind::world) {
        const std::int64_t period = setup_.periods[peer.id.value % setup_.periods.size()];
        // In the order of (time, agent); only the first sight of one whose flow is slow may reach back.
        const std::pair<std::int64_t, std::uint32_t> now{tick, peer.id.value};
        if (!first && now <= c.consumed_last)
            violate(
                fmt::format("client {} consumed agent {} at {} out of order", index, peer.id.value, tick));
        c.consumed_last = std::max(c.consumed_last, now);
        // Having emitted at T nothing earlier is consumed any more (T less what the lag exceeds one
        // heartbeat).
        if (!first && tick < c.emitted_tick + 1 - setup_.gate.heartbeats) {
            violate(fmt::format("client {} emitted at {} and then consumed agent {} at {}", index,
                                c.emitted_tick, peer.id.value, tick));
        }
        // Nothing was dropped before it was consumed.
        const bool was_away = std::any_of(events_.begin(), events_.end(), [&](const WorldEvent& event) {
            const std::int64_t ended = event.ended().time_ns() / scenario_.heartbeat.count_ns();
            return event.has_ended() && event.ended().agent() == peer.id.value &&
                   ended > c.consumed[peer.id] && ended <= tick;
        });
        if (!first && !was_away && tick > c.consumed[peer.id] + period) {
            violate(fmt::format("client {} missed agent {} between {} and {}", index, peer.id.value,
                                c.consumed[peer.id], tick));
        }
    }
    c.consumed[peer.id] = tick;
}

void Fleet::violate(std::string what) {
    if (violations_.size() < 10) violations_.push_back(std::move(what));
}

void Fleet::kill(std::size_t client, bool silently) {
    clients_[client]->alive = false;
    // Its sockets go with it; what others sent on is theirs.
    if (silently) {
        network_->set_partitioned(host(client), kServerHost, true);
        network_->set_partitioned(host(client), kCommServerHost, true);
    } else {
        network_->break_streams(host(client));
    }
}

void Fleet::restart(std::size_t client) {
    network_->set_partitioned(host(client), kServerHost, false);
    network_->set_partitioned(host(client), kCommServerHost, false);
    network_->break_streams(host(client));
    auto agents = clients_[client]->agents;
    clients_[client].reset();
    start_client(client, std::move(agents));
}

void Fleet::set_cut_off(std::size_t client, bool cut_off) {
    network_->set_partitioned(host(client), kServerHost, cut_off);
    network_->set_partitioned(host(client), kCommServerHost, cut_off);
}
void Fleet::ask_to_stop(std::size_t client) { clients_[client]->node.ask_to_stop(); }

std::size_t Fleet::add_observer() {
    start_client(clients_.size(), {});
    return clients_.size() - 1;
}

void Fleet::stop_server(std::string why) {
    SYN_ENSURE(server_->world.post(server::StopAsked{std::move(why)}));
}

void Fleet::kill_comm_server() {
    network_->break_streams(kCommServerHost);
    comm_server_.reset();
}

void Fleet::kill_server() {
    network_->break_streams(kServerHost);
    server_.reset();
}

bool Fleet::alive(std::size_t client) const { return clients_[client]->alive; }
client::ClientNode& Fleet::node(std::size_t client) { return clients_[client]->node; }
client::ClientNode::State Fleet::state(std::size_t client) const { return clients_[client]->last.state; }
Tick Fleet::tick(std::size_t client) const { return clients_[client]->node.tick(); }
const std::string& Fleet::reason(std::size_t client) const { return clients_[client]->node.reason(); }
server::World& Fleet::world() { return server_->world; }
server::Intake& Fleet::intake() { return server_->intake; }

std::int64_t Fleet::consumed(std::size_t client, AgentId agent) const {
    const auto found = clients_[client]->consumed.find(agent);
    return found == clients_[client]->consumed.end() ? -1 : found->second;
}

std::uint64_t Fleet::rejoins(std::size_t client) const {
    return clients_[client]->node.counters().get(client::NodeCounter::rejoins);
}

bool Fleet::all_finished() const {
    return std::all_of(clients_.begin(), clients_.end(),
                       [](const auto& c) { return c->last.state == client::ClientNode::State::finished; });
}

}  // namespace synchrono::testing
