#include "tests/world/memory_world.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <utility>
#include <variant>
#include <vector>

#include "client/transport/handshake/server_messages.hpp"
#include "common/net/agent_message.hpp"

namespace synchrono::testing {
namespace {

constexpr WallDuration kPatience = WallDuration::milliseconds(40);

// The messages of a client.
struct JoinMessage {
    client::transport::Participation participation;
};
struct StatesMessage {
    std::vector<Bytes> messages;  // serialised AgentMessages, as the world keeps them
    Tick have;
    bool asks = false;
};
struct LeaveMessage {};  // the client has ended the connection
using ClientMessage = std::variant<JoinMessage, StatesMessage, LeaveMessage>;

// The messages of the world.
struct Update {
    std::optional<Tick> bundle;  // none: the update has no messages
    std::vector<Bytes> messages;
    std::optional<AgentId> slowest;
    Tick reached, received;
    bool started = false;
    std::vector<AgentId> awaited;
};
using WorldMessage = std::variant<server::Admission, server::Declined, Notice, Update>;

/// One connection: the state of its two ends, and the messages on their way.
struct Line {
    std::deque<ClientMessage> to_world;
    std::deque<WorldMessage> to_client;
    bool shut = false;
    bool client_gone = false;  // nobody reads at the client's end
    bool world_gone = false;
};

AgentDescription description_of(const client::transport::Entrant& entrant) {
    AgentDescription description;
    description.set_agent(entrant.id.value);
    description.set_name(entrant.name);
    description.set_vehicle(entrant.vehicle);
    description.set_state_type_url(entrant.state_type_url);
    return description;
}

/// The client's end of a line.
class MemoryTransport final : public client::transport::Transport {
  public:
    MemoryTransport(std::shared_ptr<Line> line, const client::transport::Participation& participation,
                    WallDuration server_limit, WallTime now)
        : line_(std::move(line)), server_limit_(server_limit), heard_(now) {
        for (const client::transport::Entrant& entrant : participation.agents) own_.push_back(entrant.id);
        line_->to_world.emplace_back(JoinMessage{participation});
    }
    ~MemoryTransport() override { hang_up(); }

    Status poll(WallTime now, WallDuration, client::transport::FlowSink* sink) override {
        while (!line_->shut && !line_->to_client.empty()) {
            if (stage_ != Status::joining && (stage_ != Status::member || sink == nullptr)) break;
            heard_ = now;
            const WorldMessage message = std::move(line_->to_client.front());
            line_->to_client.pop_front();
            std::visit([&](const auto& content) { handle(content, sink); }, message);
        }
        if (stage_ == Status::member || stage_ == Status::joining) {
            const WallTime silent_since =
                stage_ == Status::joining ? heard_ : std::max(heard_, waiting_since_.value_or(now));
            if (line_->world_gone && !line_->shut && line_->to_client.empty()) {
                end(Status::lost, "the connection to the server is lost");
            } else if (now - silent_since > server_limit_) {
                end(Status::lost,
                    fmt::format("the server has been silent for {} s", server_limit_.to_seconds()));
            }
        }
        return stage_;
    }
    const std::optional<client::transport::JoinTerms>& terms() const override { return welcome_; }
    void publish(Tick tick, std::span<const client::transport::OutgoingState> messages, Tick known,
                 WallTime) override {
        waiting_since_.reset();
        StatesMessage content{.messages = {}, .have = known};
        for (const client::transport::OutgoingState& message : messages)
            net::append_agent_message(content.messages.emplace_back(), message.header, message.any);
        if (!messages.empty()) published_ = tick;
        line_->to_world.emplace_back(std::move(content));
    }
    void request_missing(Tick known, WallTime now) override {
        if (!waiting_since_) {
            waiting_since_ = now;
        } else if (now >= next_question_) {
            line_->to_world.emplace_back(StatesMessage{.messages = {}, .have = known, .asks = true});
        } else {
            return;
        }
        next_question_ = now + kPatience;
    }
    void keep_alive(Tick known, WallTime) override {
        line_->to_world.emplace_back(StatesMessage{.messages = {}, .have = known});
    }
    WallTime next_deadline() const override { return next_question_; }
    bool all_received() const override { return received_ >= published_; }
    void leave() override { end(Status::left, "left"); }
    const std::string& reason() const override { return reason_; }
    std::span<const AgentId> awaited() const override { return awaited_; }

  private:
    void handle(const server::Admission& message, client::transport::FlowSink*) {
        welcome_ = client::transport::JoinTerms{message.heartbeat, message.gate, message.start,
                                                message.silence_limit};
        received_ = message.start - 1;
        stage_ = Status::member;
    }
    void handle(const server::Declined& message, client::transport::FlowSink*) {
        end(Status::lost, "the server declined: " + message.text);
    }
    void handle(const Notice& notice, client::transport::FlowSink* sink) {
        if (auto parting = client::transport::apply_notice(notice, *welcome_, own_, *sink))
            end(parting->status, std::move(parting->reason));
    }
    void handle(const Update& update, client::transport::FlowSink* sink) {
        received_ = std::max(received_, update.received);
        awaited_ = update.awaited;
        if (!update.bundle) return;
        for (const Bytes& bytes : update.messages) {
            net::AgentMessageView message;
            if (sink->wants_messages() && net::decode_agent_message(bytes, message))
                sink->add_message(message, *update.bundle);
        }
        if (welcome_->gate.kind == GatePolicy::Kind::exact) {
            sink->complete_bundle(*update.bundle);
        } else {
            sink->set_slowest(update.slowest.value_or(AgentId{}), update.reached);
        }
    }
    void end(Status stage, std::string reason) {
        stage_ = stage;
        reason_ = std::move(reason);
        hang_up();
    }
    void hang_up() {
        if (!std::exchange(line_->client_gone, true)) line_->to_world.emplace_back(LeaveMessage{});
    }

    const std::shared_ptr<Line> line_;
    const WallDuration server_limit_;
    std::vector<AgentId> own_, awaited_;
    Status stage_ = Status::joining;
    std::string reason_;
    std::optional<client::transport::JoinTerms> welcome_;
    Tick published_{-1}, received_{-1};
    WallTime heard_, next_question_;
    std::optional<WallTime> waiting_since_;
};

}  // namespace

/// The world's ends of all lines.
struct MemoryWorld::MemberEnds {
    class MemberEnd final : public server::MemberLink {
      public:
        MemberEnd(server::World& the_world, std::shared_ptr<Line> the_line)
            : world(the_world), line(std::move(the_line)) {}

        void send_admission(const server::Member& newcomer, const server::Admission& message) override {
            sent = newcomer.known_up_to;
            line->to_client.emplace_back(message);
        }
        void send_notice(const Notice& message) override { line->to_client.emplace_back(message); }
        void send_update(const server::Member& reader, bool answer) override {
            const server::WorldMap& map = world.map();
            bool sent_something = false;
            if (map.started() && map.is_exact()) {
                for (; sent < map.reached(); sent_something = true) {
                    sent = sent + 1;
                    if (sent.index >= 0) send_bundle(reader, {sent});
                }
            } else if (map.started()) {
                send_bundle(reader, {map.reached(), std::exchange(sent_version, map.version())});
                sent_something = true;
            }
            if (answer && !sent_something) line->to_client.emplace_back(update_for(reader));
        }
        void end_notices() override {}
        void remove(std::string_view) override {
            member = nullptr;
            line->world_gone = true;
        }

        /// Passes everything that has arrived to the world.
        void listen() {
            while (!line->shut && !line->to_world.empty()) {
                const ClientMessage message = std::move(line->to_world.front());
                line->to_world.pop_front();
                std::visit([this](const auto& content) { handle(content); }, message);
            }
        }
        bool is_over() const { return line->world_gone && line->client_gone; }

        server::World& world;
        std::shared_ptr<Line> line;
        MemberId id;
        server::Member* member = nullptr;  // owned by the world; null while the client is no member

      private:
        void handle(const JoinMessage& wish) {
            server::JoinWish join_wish{"client", {}, wish.participation.interest};
            for (const client::transport::Entrant& entrant : wish.participation.agents)
                join_wish.agents.push_back(description_of(entrant));
            const auto admitted = world.admit(id, std::move(join_wish), *this);
            if (admitted) {
                member = *admitted;
                world.owe_answer(*member);  // otherwise the client gets nothing before the world advances
            } else {
                line->to_client.emplace_back(admitted.error());
            }
        }
        void handle(const StatesMessage& content) {
            if (member == nullptr) return;
            for (const Bytes& bytes : content.messages) {
                net::AgentMessageView message;
                if (net::decode_agent_message(bytes, message))
                    world.handle_message(id, message.header, bytes);
            }
            world.note_progress(*member, content.have.at(world.map().heartbeat()), content.asks);
        }
        void handle(const LeaveMessage&) {
            if (member != nullptr) world.remove_lost(id);
            line->world_gone = true;
        }
        Update update_for(const server::Member& reader) const {
            const server::WorldMap& map = world.map();
            return {.bundle = {},
                    .messages = {},
                    .slowest = map.slowest(),
                    .reached = map.reached(),
                    .received = reader.received_up_to,
                    .started = map.started(),
                    .awaited = map.awaited(net::kAwaitedMax)};
        }
        void send_bundle(const server::Member& reader, const server::BundleKey& key) {
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
    std::vector<std::shared_ptr<Line>> waiting;  // lines that the world has not taken up yet
    std::vector<std::unique_ptr<MemberEnd>> ends;
    std::uint32_t members = 0;
};

/// A door that keeps the line of the client's newest transport.
class MemoryDoor final : public MemoryWorld::Door {
  public:
    MemoryDoor(std::shared_ptr<MemoryWorld::MemberEnds> ends, WallDuration server_limit)
        : ends_(std::move(ends)), server_limit_(server_limit) {}

    std::unique_ptr<client::transport::Transport> join(const client::transport::Participation& participation,
                                                       WallTime now) override {
        line_ = ends_->open_line();
        line_->shut = shut_;
        return std::make_unique<MemoryTransport>(line_, participation, server_limit_, now);
    }
    void visit_counters(const client::transport::CounterVisitor&) const override {}
    void set_shut(bool shut) override {
        shut_ = shut;
        if (line_) line_->shut = shut;
    }
    bool has_unread() const override { return line_ && !line_->shut && !line_->to_client.empty(); }
    void break_connection() override {
        if (!line_ || std::exchange(line_->client_gone, true)) return;
        line_->to_world.clear();
        line_->to_world.emplace_back(LeaveMessage{});
    }

  private:
    std::shared_ptr<MemoryWorld::MemberEnds> ends_;
    const WallDuration server_limit_;
    std::shared_ptr<Line> line_;
    bool shut_ = false;
};

MemoryWorld::MemoryWorld(server::World& world) : ends_(std::make_shared<MemberEnds>()) {
    ends_->world = &world;
}

MemoryWorld::~MemoryWorld() {
    ends_->world = nullptr;
    for (const auto& member_end : ends_->ends) member_end->line->world_gone = true;
    for (const auto& line : std::exchange(ends_->waiting, {})) line->world_gone = true;
    ends_->ends.clear();
}

void MemoryWorld::step(WallTime now) {
    MemberEnds& ends = *ends_;
    for (auto& line : std::exchange(ends.waiting, {})) {
        auto& member_end =
            ends.ends.emplace_back(std::make_unique<MemberEnds::MemberEnd>(*ends.world, std::move(line)));
        member_end->id = MemberId{++ends.members};
    }
    ends.world->begin_step(now);
    for (const auto& member_end : ends.ends) member_end->listen();
    ends.world->finish_step();
    std::erase_if(ends.ends, [](const auto& member_end) {
        return member_end->member == nullptr && member_end->is_over();
    });
}

std::unique_ptr<MemoryWorld::Door> MemoryWorld::make_door(WallDuration server_limit) {
    return std::make_unique<MemoryDoor>(ends_, server_limit);
}

}  // namespace synchrono::testing
