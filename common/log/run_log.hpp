/// The log of a running program: a LogWriter on a thread of its own, behind a ring of records. Logging a
/// message costs the producer one copy into the ring, and no allocation, lock or system call; the log
/// thread compresses and writes. Every message reaches the kernel within `flush_every`, so a killed program
/// loses no more than the last of these intervals.
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

enum class LogCount {
    records,  // messages accepted
    bytes,    // of their payloads
    stalls,   // how often the producer waited because the ring was full
    lost,     // messages that a disk error kept out of the file
    count_
};
inline constexpr CounterNames<LogCount> kLogCountNames{"log_records", "log_bytes", "log_stalls", "log_lost"};

inline constexpr std::size_t kRingBytesLeast = 1 << 20;
/// Returns how large the ring must be for payloads of up to `payload_bytes_max`.
std::size_t ring_bytes_for(std::size_t payload_bytes_max);

struct RunLogOptions {
    LogOptions file = {};
    std::size_t ring_bytes = kRingBytesLeast;  // a message with its head may take half of it
    /// How often the log thread flushes. Without a value only flush() does, so that every byte of the file
    /// depends on nothing but the calls.
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

    /// Adds a topic, at any time. The type must outlive the log, as types of generated code do.
    ChannelId channel(std::string_view topic, const google::protobuf::Descriptor& type);
    /// Writes the definition of a type, as LogWriter::schema does. The type must outlive the log.
    void schema(const google::protobuf::Descriptor& type);
    /// Adds a message whose payload is `payload` followed by `rest`. Requires what LogWriter::write
    /// requires, a message that fits into half of the ring, and an open log. Waits only if the ring is
    /// full.
    void write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload,
               ByteView rest = {});
    /// Ends the current chunk of the file after all that was given so far, and hands it to the kernel. Does
    /// not wait for that.
    void flush();
    /// Adds named facts about the whole file.
    void metadata(std::string_view name, const Metadata& facts);

    /// Returns the first disk error, but only once, so that a program reports it once and goes on.
    std::optional<Error> take_error();
    /// Empties the ring, ends the thread and closes the file. Returns the first disk error, whether or not
    /// take_error() has returned it.
    Result<void> close();
    const Counters<LogCount>& counters() const;

  private:
    struct Impl;
    explicit RunLog(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
