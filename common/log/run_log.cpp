#include "common/log/run_log.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <google/protobuf/descriptor.h>
#include <thread>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/doorbell.hpp"
#include "common/base/spsc_record_ring.hpp"
#include "common/log/internal/mcap_format.hpp"

namespace synchrono::log {

namespace {

/// The head of each record in the ring. All calls go through the ring, those for topics and metadata
/// included, so that only the log thread uses the writer, in the order of the calls. The comments on the
/// members say which kinds of records use them.
struct Head {
    enum class Kind : std::uint16_t { message, channel, schema, metadata, flush };
    Kind kind;
    std::uint16_t channel = 0;      // message, channel
    std::uint32_t name_length = 0;  // metadata: bytes of its name, which precedes its facts
    std::int64_t log_ns = 0;        // message
    std::int64_t publish_ns = 0;    // message
    const google::protobuf::Descriptor* type = nullptr;  // channel, schema
};

// The producer wakes the log thread at least this often while it fills the ring once, so that the ring is
// seldom full.
constexpr std::size_t kWakesPerRing = 4;
// A producer that waits for room in the ring tries again after this time, even if it was not woken.
constexpr WallDuration kRoomWait = WallDuration::milliseconds(100);
// Without flush_every, the log thread checks the ring at least this often.
constexpr WallDuration kIdleWait = WallDuration::seconds(1);

}  // namespace

struct RunLog::Impl {
    LogWriter writer;
    const std::optional<WallDuration> flush_every;
    SpscRecordRing ring;
    Counters<LogCounter> counters;
    Doorbell work;  // rung by the producer
    Doorbell room;  // rung by the log thread while `producer_waits`
    std::atomic<bool> producer_waits{false};

    std::optional<Error> error;  // written by the log thread; read by others only once `failed`
    std::atomic<bool> failed{false};

    // Used by the producer only.
    std::uint16_t channels = 0;
    std::size_t unrung_bytes = 0;  // bytes put into the ring since `work` was last rung for them
    bool error_returned = false;
    bool closed = false;
    Result<void> outcome;

    std::jthread thread;  // last, so that it ends before all that it uses

    Impl(LogWriter file, const RunLogOptions& options)
        : writer(std::move(file)), flush_every(options.flush_every), ring(options.ring_bytes) {}

    void give(const Head& head, ByteView bytes, ByteView rest = {}) {
        const std::size_t n = sizeof head + bytes.size() + rest.size();
        SYN_REQUIRE(!closed && n <= ring.record_bytes_max());
        std::span<std::byte> place = ring.reserve(n);
        if (place.empty()) place = wait_for_room(n);
        std::memcpy(place.data(), &head, sizeof head);
        if (!bytes.empty()) std::memcpy(place.data() + sizeof head, bytes.data(), bytes.size());
        if (!rest.empty()) std::memcpy(place.data() + n - rest.size(), rest.data(), rest.size());
        ring.commit();
        unrung_bytes += place.size();
        if (unrung_bytes >= ring.capacity_bytes() / kWakesPerRing) {
            unrung_bytes = 0;
            work.ring();
        }
    }

    std::span<std::byte> wait_for_room(std::size_t n) {
        counters.add(LogCounter::stalls);
        producer_waits.store(true);
        std::span<std::byte> place;
        while ((place = ring.reserve(n)).empty()) {
            work.ring();
            static_cast<void>(room.wait(kRoomWait));
        }
        producer_waits.store(false);
        return place;
    }

    void run(const std::stop_token& stop) {
        const MonotonicClock clock;
        const WallDuration wait = flush_every.value_or(kIdleWait);
        WallTime flush_at = clock.now() + wait;
        while (true) {
            // The stop is read before the ring is drained, so that all records from before the stop reach
            // the file.
            const bool last = stop.stop_requested();
            drain();
            if (last) return;
            const WallTime now = clock.now();
            if (now >= flush_at) {
                if (flush_every) writer.flush();
                note_errors();
                flush_at = now + wait;
            }
            static_cast<void>(work.wait(flush_at - now));
        }
    }

    void drain() {
        for (ByteView record = ring.front(); !record.empty(); record = ring.front()) {
            Head head;
            std::memcpy(&head, record.data(), sizeof head);
            put(head, record.subspan(sizeof head));
            ring.pop();
            if (producer_waits.load(std::memory_order_relaxed)) room.ring();
        }
        // If the producer ran out of room while the last record was taken, it has not been woken yet.
        if (producer_waits.load()) room.ring();
        note_errors();
    }

    void put(const Head& head, ByteView bytes) {
        switch (head.kind) {
            case Head::Kind::message:
                writer.write(ChannelId{head.channel}, SimTime::nanoseconds(head.log_ns),
                             WallTime::nanoseconds(head.publish_ns), bytes);
                break;
            case Head::Kind::channel: {
                const ChannelId id = writer.channel(as_text(bytes), *head.type);
                SYN_ENSURE(id.value == head.channel);
                break;
            }
            case Head::Kind::schema:
                writer.schema(*head.type);
                break;
            case Head::Kind::flush:
                writer.flush();
                break;
            case Head::Kind::metadata: {
                Metadata facts;
                mcap::Get get(bytes.subspan(head.name_length));
                while (!get.rest().empty()) {
                    std::string key(get.text());
                    facts.emplace(std::move(key), get.text());
                }
                writer.metadata(as_text(bytes.first(head.name_length)), facts);
                break;
            }
        }
    }

    void note_errors() {
        if (!writer.error()) return;
        counters.raise_to(LogCounter::lost, writer.lost_messages());
        if (failed.load(std::memory_order_relaxed)) return;
        error = writer.error();
        failed.store(true, std::memory_order_release);
    }
};

std::size_t ring_bytes_for(std::size_t payload_bytes_max) {
    return std::max(kRingBytesMin, 2 * (payload_bytes_max + sizeof(Head) + SpscRecordRing::kHeadBytes));
}

RunLog::RunLog(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

RunLog::~RunLog() { static_cast<void>(close()); }

Result<std::unique_ptr<RunLog>> RunLog::open(const std::filesystem::path& path, RunLogOptions options) {
    SYN_REQUIRE(!options.flush_every || *options.flush_every > WallDuration{});
    auto file = LogWriter::open(path, options.file);
    if (!file) return tl::unexpected(file.error());
    auto impl = std::make_unique<Impl>(std::move(*file), options);
    impl->thread = std::jthread([log = impl.get()](const std::stop_token& stop) { log->run(stop); });
    return std::unique_ptr<RunLog>(new RunLog(std::move(impl)));
}

ChannelId RunLog::channel(std::string_view topic, const google::protobuf::Descriptor& type) {
    SYN_REQUIRE(impl_->channels < kLogChannelsMax);
    Head head{.kind = Head::Kind::channel};
    head.channel = ++impl_->channels;
    head.type = &type;
    impl_->give(head, as_byte_view(topic));
    return ChannelId{head.channel};
}

void RunLog::schema(const google::protobuf::Descriptor& type) {
    Head head{.kind = Head::Kind::schema};
    head.type = &type;
    impl_->give(head, {});
}

void RunLog::write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload,
                   ByteView rest) {
    SYN_REQUIRE(channel.value >= 1 && channel.value <= impl_->channels);
    SYN_REQUIRE(log_time >= SimTime{} && publish_time >= WallTime{});
    Head head{.kind = Head::Kind::message};
    head.channel = channel.value;
    head.log_ns = log_time.count_ns();
    head.publish_ns = publish_time.count_ns();
    impl_->give(head, payload, rest);
    impl_->counters.add(LogCounter::records);
    impl_->counters.add(LogCounter::bytes, payload.size() + rest.size());
}

void RunLog::metadata(std::string_view name, const Metadata& facts) {
    Bytes bytes;
    mcap::Put put(bytes);
    put.raw(as_byte_view(name));
    for (const auto& [key, value] : facts) put.text(key).text(value);
    Head head{.kind = Head::Kind::metadata};
    head.name_length = static_cast<std::uint32_t>(name.size());
    impl_->give(head, bytes);
}

void RunLog::flush() {
    impl_->give({.kind = Head::Kind::flush}, {});
    impl_->work.ring();
}

std::optional<Error> RunLog::take_error() {
    if (impl_->error_returned || !impl_->failed.load(std::memory_order_acquire)) return std::nullopt;
    impl_->error_returned = true;
    return impl_->error;
}

Result<void> RunLog::close() {
    Impl& log = *impl_;
    if (!log.closed) {
        log.closed = true;
        log.thread.request_stop();
        log.work.ring();
        log.thread.join();
        log.outcome = log.writer.close();
        log.counters.raise_to(LogCounter::lost, log.writer.lost_messages());
    }
    return log.outcome;
}

const Counters<LogCounter>& RunLog::counters() const { return impl_->counters; }

}  // namespace synchrono::log
