/// The log of a running program: a LogWriter on a thread of its own, behind a ring of records. Logging a
/// message costs the producer one copy into the ring, without allocation or lock. The producer needs a system
/// call only to wake the log thread, a few times for each filling of the ring. The log thread compresses and
/// writes. With `flush_every`, a message reaches the kernel within about that time; so a killed program loses
/// no more than the messages of one such interval.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/base/result.hpp"
#include "common/log/log_writer.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::log {

enum class LogCounter {
    records,  // messages accepted
    bytes,    // of the payloads of these messages
    stalls,   // how often the producer waited because the ring was full
    lost,     // messages that a disk error kept out of the file
    count_
};
inline constexpr CounterNames<LogCounter> kLogCounterNames{"log_records", "log_bytes", "log_stalls",
                                                           "log_lost"};

inline constexpr std::size_t kRingBytesMin = 1 << 20;
/// Returns the size of a ring for payloads of up to `payload_bytes_max`. A ring must have room for two of the
/// longest records with their heads.
std::size_t ring_bytes_for(std::size_t payload_bytes_max);

struct RunLogOptions {
    LogOptions file = {};
    std::size_t ring_bytes = kRingBytesMin;  // see ring_bytes_for()
    /// How often the log thread flushes the file. Without a value only calls of flush() do so; every byte of
    /// the file then depends on the calls alone, not on the clock.
    std::optional<WallDuration> flush_every = WallDuration::seconds(1);
};

/// Takes messages from a producer and writes them to the file on its own thread.
/// Threading: one producer thread calls everything but counters(), which any thread may call.
/// Owns: the file, the ring and the log thread.
class RunLog {
  public:
    /// Creates the file and starts the log thread.
    static Result<std::unique_ptr<RunLog>> open(const std::filesystem::path& path,
                                                RunLogOptions options = {});
    /// Closes the log and ignores errors; close() returns them.
    ~RunLog();

    /// Adds a topic for messages of the given type. The type must outlive the log, as types of generated code
    /// do.
    ChannelId channel(std::string_view topic, const google::protobuf::Descriptor& type);
    /// Writes the definition of a type, as LogWriter::schema does. The type must outlive the log.
    void schema(const google::protobuf::Descriptor& type);
    /// Adds a message whose payload is `payload` followed by `rest`. Requires what LogWriter::write
    /// requires, a message for which the ring is large enough (see ring_bytes_for), and an open log. Waits
    /// only if the ring is full.
    void write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload,
               ByteView rest = {});
    /// Makes the log thread flush the file once it has written all messages added so far. Does not wait for
    /// the log thread.
    void flush();
    /// Adds named facts about the whole file, as LogWriter::metadata does.
    void metadata(std::string_view name, const Metadata& facts);

    /// Returns the first disk error, but only once, so that a program can print it once and go on.
    std::optional<Error> take_error();
    /// Empties the ring, ends the thread and closes the file. Returns the first disk error, whether or not
    /// take_error() has returned it.
    Result<void> close();
    const Counters<LogCounter>& counters() const;

  private:
    struct Impl;
    explicit RunLog(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
