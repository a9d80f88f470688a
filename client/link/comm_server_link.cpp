#include "client/link/comm_server_link.hpp"

#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client::link {
namespace {

constexpr const char* kBadDelivery = "the communication server's RadioDelivery is not well formed";
// In bytes; a longer batch continues in another frame.
constexpr std::size_t kFrameFill = limits::kFrameBytesMax / 2;
constexpr std::size_t kGroupBytesMax = 64;  // one signal group, serialised

void add(const body::SignalsChange& change, RadioSignals& written) {
    written.set_agent(change.agent.value);
    written.set_time_ns(change.time.count_ns());
    for (const signal::GroupSignal& signal : change.groups) {
        RadioSignalGroup& group = *written.add_groups();
        group.set_group(signal.group);
        group.set_state(static_cast<std::uint32_t>(signal.state));
        group.set_since_ns(signal.since.count_ns());
        if (signal.min_end) group.set_min_end_ns(signal.min_end->count_ns());
        if (signal.max_end) group.set_max_end_ns(signal.max_end->count_ns());
        if (signal.likely_end) group.set_likely_end_ns(signal.likely_end->count_ns());
        if (signal.next) group.set_next_ns(signal.next->count_ns());
    }
}

}  // namespace

CommServerLink::CommServerLink(std::unique_ptr<net::Stream> stream, const RadioJoin& request,
                               SimDuration heartbeat, WallDuration server_limit, RadioSink& sink,
                               Counters<RadioLinkCounter>& counters, WallTime now)
    : heartbeat_(heartbeat),
      server_limit_(server_limit),
      sink_(sink),
      counters_(counters),
      channel_(std::move(stream)),
      began_(now),
      last_sent_(now) {
    *outgoing_.mutable_join() = request;
    send_frame(now);
}

void CommServerLink::give_up(Status status, std::string reason) {
    status_ = status;
    reason_ = std::move(reason);
    channel_.close();
}

RadioLink::Status CommServerLink::poll(WallTime now, WallDuration wait_max, Tick enough) {
    if (status_ != Status::joining && status_ != Status::member) return status_;
    channel_.flush();
    bool waited = wait_max <= WallDuration{};
    while (status_ == Status::joining || status_ == Status::member) {
        const auto [event, bytes] = channel_.poll();
        if (event == net::FrameChannel::Event::frame) {
            handle(bytes);
            // The step needs no more; another poll would be a system call for nothing.
            if (!leaving_ && delivered_until_ >= enough) break;
            continue;
        }
        if (event == net::FrameChannel::Event::closed) {
            give_up(leaving_ ? Status::left : Status::lost,
                    leaving_ ? "left" : "the connection to the communication server is lost");
        } else if (event == net::FrameChannel::Event::oversized) {
            give_up(Status::lost, "the communication server sent a frame that is too long");
        } else if (waited) {
            break;
        } else {
            channel_.stream().wait_readable(wait_max);
            waited = true;
        }
    }
    if (status_ == Status::member && leaving_ && now - last_sent_ > server_limit_) {
        give_up(Status::lost,
                fmt::format("the communication server did not confirm within {} s that this client leaves",
                            server_limit_.to_seconds()));
    }
    if (status_ == Status::joining && now - began_ > server_limit_) {
        give_up(Status::lost, fmt::format("the communication server did not answer within {} s",
                                          server_limit_.to_seconds()));
    }
    return status_;
}

void CommServerLink::handle(ByteView bytes) {
    if (!incoming_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return give_up(Status::lost, "the communication server sent a frame that is not a RadioServerFrame");
    if (incoming_.has_bundle() && status_ == Status::member) {
        handle(incoming_.bundle());
    } else if (incoming_.has_accepted() && status_ == Status::joining) {
        const RadioAccepted& accepted = incoming_.accepted();
        if (accepted.start_ns() < 0 || accepted.start_ns() % heartbeat_.count_ns() != 0 ||
            accepted.silence_limit_ns() <= 0)
            return give_up(Status::lost, "the communication server's RadioAccepted is not well formed");
        start_ = delivered_until_ = Tick{SimDuration::nanoseconds(accepted.start_ns()) / heartbeat_};
        silence_limit_ = WallDuration::nanoseconds(accepted.silence_limit_ns());
        status_ = Status::member;
    } else if (incoming_.has_declined()) {
        give_up(Status::lost, "the communication server declined: " + incoming_.declined().text());
    } else if (incoming_.has_stopping()) {
        give_up(Status::stopped, "the communication server stopped: " + incoming_.stopping().text());
    }
}

void CommServerLink::handle(const RadioBundle& bundle) {
    for (const RadioDelivery& delivery : bundle.deliveries()) {
        if (delivery.receiver_size() != delivery.delay_ns_size() ||
            delivery.receiver_size() != delivery.power_dbm_size() || !Medium_IsValid(delivery.medium()) ||
            delivery.medium() == MEDIUM_UNSPECIFIED)
            return give_up(Status::lost, kBadDelivery);
        if (delivery.sent_ns() < 0 || delivery.sent_ns() > limits::kTimeMax_ns)
            return give_up(Status::lost, kBadDelivery);
        const SimTime sent = SimTime::nanoseconds(delivery.sent_ns());
        arrivals_.clear();
        for (int i = 0; i < delivery.receiver_size(); ++i) {
            if (delivery.delay_ns(i) < 0 || delivery.delay_ns(i) > limits::kTimeMax_ns)
                return give_up(Status::lost, kBadDelivery);
            arrivals_.push_back({AgentId{delivery.receiver(i)},
                                 sent + SimDuration::nanoseconds(delivery.delay_ns(i)),
                                 delivery.power_dbm(i)});
        }
        counters_.add(RadioLinkCounter::arrivals, arrivals_.size());
        sink_.deliver({.sender = AgentId{delivery.sender()},
                       .sequence = delivery.sequence(),
                       .sent = sent,
                       .medium = static_cast<config::Medium>(delivery.medium()),
                       .payload = as_byte_view(delivery.payload())},
                      arrivals_);
    }
    if (bundle.until_ns() == 0) return;
    const Tick until{SimDuration::nanoseconds(bundle.until_ns()) / heartbeat_};
    if (until < delivered_until_ || bundle.until_ns() % heartbeat_.count_ns() != 0)
        return give_up(Status::lost,
                       fmt::format("the communication server sent a RadioBundle with until_ns "
                                   "{}: expected a multiple of the heartbeat, not below {}",
                                   bundle.until_ns(), delivered_until_.at(heartbeat_).count_ns()));
    delivered_until_ = until;
    counters_.add(RadioLinkCounter::bundles);
}

void CommServerLink::queue_frame() {
    bytes_.clear();
    outgoing_.AppendToString(&bytes_);
    channel_.queue(as_byte_view(bytes_));
}

void CommServerLink::send_frame(WallTime now) {
    queue_frame();
    channel_.flush();
    last_sent_ = now;
}

void CommServerLink::send(Tick tick, std::span<const AgentPlace> places,
                          std::span<const OutgoingMessage> messages,
                          std::span<const body::SignalsChange> signals, bool flush, WallTime now) {
    SYN_REQUIRE(status_ == Status::member && !leaving_);
    RadioBatch* batch = outgoing_.mutable_batch();
    batch->Clear();
    batch->set_time_ns(tick.at(heartbeat_).count_ns());
    for (const AgentPlace& placed : places) {
        RadioPlace& place = *batch->add_places();
        place.set_agent(placed.agent.value);
        place.set_x_m(placed.position.x);
        place.set_y_m(placed.position.y);
        place.set_z_m(placed.position.z);
    }
    std::size_t bytes = 64 * places.size();
    for (const body::SignalsChange& change : signals) {
        if (bytes + kGroupBytesMax * change.groups.size() > kFrameFill) {
            go_on(*batch, tick);
            bytes = 0;
        }
        add(change, *batch->add_signals());
        bytes += kGroupBytesMax * (change.groups.size() + 1);
    }
    for (const OutgoingMessage& message : messages) {
        if (bytes + message.payload.size() > kFrameFill) {
            go_on(*batch, tick);
            bytes = 0;
        }
        RadioSend& send = *batch->add_messages();
        send.set_agent(message.agent.value);
        send.set_time_ns(message.time.count_ns());
        send.set_medium(static_cast<Medium>(message.medium));
        send.set_payload(message.payload.data(), message.payload.size());
        bytes += message.payload.size() + 32;
    }
    counters_.add(RadioLinkCounter::sent, messages.size());
    counters_.add(RadioLinkCounter::batches);
    queue_frame();
    if (!flush) return;
    channel_.flush();
    last_sent_ = now;
}

/// Queues the batch as one frame, and empties it for the rest of the heartbeat, which goes into another
/// frame.
void CommServerLink::go_on(RadioBatch& batch, Tick tick) {
    batch.set_more(true);
    queue_frame();
    batch.Clear();
    batch.set_time_ns(tick.at(heartbeat_).count_ns());
}

void CommServerLink::keep_alive(WallTime now) {
    if (status_ != Status::member) return;
    channel_.flush();
    if (leaving_ || now - last_sent_ < silence_limit_ / 4) return;
    outgoing_.mutable_alive();
    send_frame(now);
}

void CommServerLink::leave(Tick tick, WallTime now) {
    if (status_ != Status::member || leaving_) return;
    leaving_ = true;
    RadioBatch* batch = outgoing_.mutable_batch();
    batch->Clear();
    batch->set_time_ns(std::max(tick, start_).at(heartbeat_).count_ns());
    batch->set_last(true);
    send_frame(now);
}

Result<void> CommServerLinks::connect() {
    auto stream = connect_();
    if (!stream) return tl::unexpected(stream.error());
    stream_ = std::move(*stream);
    return {};
}

std::unique_ptr<RadioLink> CommServerLinks::join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                                 Counters<RadioLinkCounter>& counters, WallTime now) {
    SYN_REQUIRE(stream_ != nullptr);
    RadioJoin request;
    request.set_protocol_version(PROTOCOL_VERSION_4);
    request.set_scenario_id(std::string(as_text(config::scenario_id(scenario_).bytes)));
    for (const AgentId agent : agents) request.add_agents(agent.value);
    request.set_start_ns(start.at(scenario_.heartbeat).count_ns());
    return std::make_unique<CommServerLink>(std::move(stream_), request, scenario_.heartbeat,
                                            scenario_.server_limit, sink, counters, now);
}

}  // namespace synchrono::client::link
