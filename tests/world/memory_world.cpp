#include "tests/world/memory_world.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <utility>
#include <variant>
#include <vector>

#include "client/transport/handshake/server_words.hpp"
#include "common/net/agent_message.hpp"

namespace synchrono::testing {
namespace {

constexpr WallDuration kPatience = WallDuration::milliseconds(40);

// The messages of a client.
struct Wish {
    client::Participation participation;
};
struct Said {
    std::vector<Bytes> messages;  // serialised AgentMessages, as the world keeps them
    Tick have;
    bool asks = false;
};
struct Gone {};  // the client has ended the connection
using ClientWord = std::variant<Wish, Said, Gone>;

// The messages of the world.
struct Update {
    std::optional<Tick> bundle;  // none: only the state of the world
    std::vector<Bytes> messages;
    std::optional<AgentId> slowest;
    Tick reached, received;
    bool started = false;
    std::vector<AgentId> awaited;
};
using WorldWord = std::variant<server::Welcome, server::Declined, Notice, Update>;

/// One connection: the state of its two ends, and what is on its way.
struct Line {
    std::deque<ClientWord> to_world;
    std::deque<WorldWord> to_client;
    bool shut = false;
    bool client_gone = false;  // nobody reads at the client's end
    bool world_gone = false;
};

AgentDescription description_of(const client::Entrant& entrant) {
    AgentDescription description;
    description.set_agent(entrant.id.value);
    description.set_name(entrant.name);
    description.set_vehicle(entrant.vehicle);
    description.set_state_type_url(entrant.state_type_url);
    return description;
}

/// The client's end of a line.
class MemoryTransport final : public client::Transport {
  public:
    MemoryTransport(std::shared_ptr<Line> line, const client::Participation& participation,
                    WallDuration server_limit, WallTime now)
        : line_(std::move(line)), server_limit_(server_limit), heard_(now) {
        for (const client::Entrant& entrant : participation.agents) own_.push_back(entrant.id);
        line_->to_world.emplace_back(Wish{participation});
    }
    ~MemoryTransport() override { hang_up(); }

    Stage turn(WallTime now, WallDuration, client::FlowSink* sink) override {
        while (!line_->shut && !line_->to_client.empty()) {
            if (stage_ != Stage::joining && (stage_ != Stage::member || sink == nullptr)) break;
            heard_ = now;
            const WorldWord word = std::move(line_->to_client.front());
            line_->to_client.pop_front();
            std::visit([&](const auto& said) { hear(said, sink); }, word);
        }
        if (stage_ == Stage::member || stage_ == Stage::joining) {
            const WallTime silent_since =
                stage_ == Stage::joining ? heard_ : std::max(heard_, waiting_since_.value_or(now));
            if (line_->world_gone && !line_->shut && line_->to_client.empty()) {
                end(Stage::lost, "the connection to the server is lost");
            } else if (now - silent_since > server_limit_) {
                end(Stage::lost,
                    fmt::format("the server has been silent for {} s", server_limit_.to_seconds()));
            }
        }
        return stage_;
    }
    const std::optional<client::Welcome>& welcome() const override { return welcome_; }
    void publish(Tick tick, std::span<const client::Outgoing> messages, Tick known, WallTime) override {
        waiting_since_.reset();
        Said said{.messages = {}, .have = known};
        for (const client::Outgoing& message : messages)
            net::append_agent_message(said.messages.emplace_back(), message.header, message.any);
        if (!messages.empty()) published_ = tick;
        line_->to_world.emplace_back(std::move(said));
    }
    void waiting(Tick known, WallTime now) override {
        if (!waiting_since_) {
            waiting_since_ = now;
        } else if (now >= next_question_) {
            line_->to_world.emplace_back(Said{.messages = {}, .have = known, .asks = true});
        } else {
            return;
        }
        next_question_ = now + kPatience;
    }
    void keep_alive(Tick known, WallTime) override {
        line_->to_world.emplace_back(Said{.messages = {}, .have = known});
    }
    WallTime next_deadline() const override { return next_question_; }
    bool all_received() const override { return received_ >= published_; }
    void leave() override { end(Stage::left, "left"); }
    const std::string& reason() const override { return reason_; }
    std::span<const AgentId> awaited() const override { return awaited_; }

  private:
    void hear(const server::Welcome& word, client::FlowSink*) {
        welcome_ = client::Welcome{word.heartbeat, word.gate, word.start, word.silence_limit};
        received_ = word.start - 1;
        stage_ = Stage::member;
    }
    void hear(const server::Declined& word, client::FlowSink*) {
        end(Stage::lost, "the server declined: " + word.text);
    }
    void hear(const Notice& notice, client::FlowSink* sink) {
        if (auto parting = client::heed(notice, *welcome_, own_, *sink))
            end(parting->stage, std::move(parting->reason));
    }
    void hear(const Update& update, client::FlowSink* sink) {
        received_ = std::max(received_, update.received);
        awaited_ = update.awaited;
        if (!update.bundle) return;
        for (const Bytes& bytes : update.messages) {
            net::AgentMessageView message;
            if (sink->wants_messages() && net::decode_agent_message(bytes, message))
                sink->message(message, *update.bundle);
        }
        if (welcome_->gate.kind == GatePolicy::Kind::exact) {
            sink->complete(*update.bundle);
        } else {
            sink->slowest(update.slowest.value_or(AgentId{}), update.reached);
        }
    }
    void end(Stage stage, std::string reason) {
        stage_ = stage;
        reason_ = std::move(reason);
        hang_up();
    }
    void hang_up() {
        if (!std::exchange(line_->client_gone, true)) line_->to_world.emplace_back(Gone{});
    }

    const std::shared_ptr<Line> line_;
    const WallDuration server_limit_;
    std::vector<AgentId> own_, awaited_;
    Stage stage_ = Stage::joining;
    std::string reason_;
    std::optional<client::Welcome> welcome_;
    Tick published_{-1}, received_{-1};
    WallTime heard_, next_question_;
    std::optional<WallTime> waiting_since_;
};

}  // namespace

/// The world's ends of all lines.
struct MemoryWorld::Rooms {
    class Room final : public server::MemberLink {
      public:
        Room(server::World& the_world, std::shared_ptr<Line> the_line)
            : world(the_world), line(std::move(the_line)) {}

        void welcome(const server::Member& newcomer, const server::Welcome& word) override {
            sent = newcomer.have;
            line->to_client.emplace_back(word);
        }
        void notice(const Notice& word) override { line->to_client.emplace_back(word); }
        void tell(const server::Member& reader, bool answer) override {
            const server::WorldMap& map = world.map();
            bool told = false;
            if (map.started() && map.is_exact()) {
                for (; sent < map.reached(); told = true) {
                    sent = sent + 1;
                    if (sent.index >= 0) tell_bundle(reader, {sent});
                }
            } else if (map.started()) {
                tell_bundle(reader, {map.reached(), std::exchange(sent_version, map.version())});
                told = true;
            }
            if (answer && !told) line->to_client.emplace_back(update_for(reader));
        }
        void finish() override {}
        void dismiss() override {
            member = nullptr;
            line->world_gone = true;
        }

        /// Passes everything that has arrived to the world.
        void listen() {
            while (!line->shut && !line->to_world.empty()) {
                const ClientWord word = std::move(line->to_world.front());
                line->to_world.pop_front();
                std::visit([this](const auto& said) { hear(said); }, word);
            }
        }
        bool is_over() const { return line->world_gone && line->client_gone; }

        server::World& world;
        std::shared_ptr<Line> line;
        MemberId id;
        server::Member* member = nullptr;  // owned by the world; null unless it is a member now

      private:
        void hear(const Wish& wish) {
            server::JoinWish words{"client", {}, wish.participation.interest};
            for (const client::Entrant& entrant : wish.participation.agents)
                words.agents.push_back(description_of(entrant));
            const auto admitted = world.admit(id, std::move(words), *this);
            if (admitted) {
                member = *admitted;
                world.owe_answer(*member);  // otherwise it would get nothing before the world advances
            } else {
                line->to_client.emplace_back(admitted.error());
            }
        }
        void hear(const Said& said) {
            if (member == nullptr) return;
            for (const Bytes& bytes : said.messages) {
                net::AgentMessageView message;
                if (net::decode_agent_message(bytes, message)) world.take(id, message.header, bytes);
            }
            world.heard(*member, said.have.at(world.map().heartbeat()), said.asks);
        }
        void hear(const Gone&) {
            if (member != nullptr) world.lost(id);
            line->world_gone = true;
        }
        Update update_for(const server::Member& reader) const {
            const server::WorldMap& map = world.map();
            return {.bundle = {},
                    .messages = {},
                    .slowest = map.slowest(),
                    .reached = map.reached(),
                    .received = reader.received,
                    .started = map.started(),
                    .awaited = map.awaited(net::kAwaitedMax)};
        }
        void tell_bundle(const server::Member& reader, const server::BundleKey& key) {
            Update update = update_for(reader);
            update.bundle = key.tick;
            world.selection().each(reader, key, [&update](ByteView message) {
                update.messages.emplace_back(message.begin(), message.end());
            });
            line->to_client.emplace_back(std::move(update));
        }

        Tick sent;                       // `exact`: the newest bundle sent
        std::uint64_t sent_version = 0;  // `window`: version of the map when last sent
    };

    std::shared_ptr<Line> open_line() {
        auto line = std::make_shared<Line>();
        if (world == nullptr) {
            line->world_gone = true;
        } else {
            waiting.push_back(line);
        }
        return line;
    }

    server::World* world;
    std::vector<std::shared_ptr<Line>> waiting;  // lines that have no Room yet
    std::vector<std::unique_ptr<Room>> rooms;
    std::uint32_t members = 0;
};

/// A door that keeps the line of the client's newest transport.
class MemoryDoor final : public MemoryWorld::Door {
  public:
    MemoryDoor(std::shared_ptr<MemoryWorld::Rooms> rooms, WallDuration server_limit)
        : rooms_(std::move(rooms)), server_limit_(server_limit) {}

    std::unique_ptr<client::Transport> join(const client::Participation& participation,
                                            WallTime now) override {
        line_ = rooms_->open_line();
        line_->shut = shut_;
        return std::make_unique<MemoryTransport>(line_, participation, server_limit_, now);
    }
    void each_counter(const client::CounterVisit&) const override {}
    void set_shut(bool shut) override {
        shut_ = shut;
        if (line_) line_->shut = shut;
    }
    bool has_news() const override { return line_ && !line_->shut && !line_->to_client.empty(); }
    void slam() override {
        if (!line_ || std::exchange(line_->client_gone, true)) return;
        line_->to_world.clear();
        line_->to_world.emplace_back(Gone{});
    }

  private:
    std::shared_ptr<MemoryWorld::Rooms> rooms_;
    const WallDuration server_limit_;
    std::shared_ptr<Line> line_;
    bool shut_ = false;
};

MemoryWorld::MemoryWorld(server::World& world) : rooms_(std::make_shared<Rooms>()) { rooms_->world = &world; }

MemoryWorld::~MemoryWorld() {
    rooms_->world = nullptr;
    for (const auto& room : rooms_->rooms) room->line->world_gone = true;
    for (const auto& line : std::exchange(rooms_->waiting, {})) line->world_gone = true;
    rooms_->rooms.clear();
}

void MemoryWorld::turn(WallTime now) {
    Rooms& rooms = *rooms_;
    for (auto& line : std::exchange(rooms.waiting, {})) {
        auto& room = rooms.rooms.emplace_back(std::make_unique<Rooms::Room>(*rooms.world, std::move(line)));
        room->id = MemberId{++rooms.members};
    }
    rooms.world->begin(now);
    for (const auto& room : rooms.rooms) room->listen();
    rooms.world->finish();
    std::erase_if(rooms.rooms, [](const auto& room) { return room->member == nullptr && room->is_over(); });
}

std::unique_ptr<MemoryWorld::Door> MemoryWorld::make_door(WallDuration server_limit) {
    return std::make_unique<MemoryDoor>(rooms_, server_limit);
}

}  // namespace synchrono::testing
