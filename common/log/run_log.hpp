/// The log of a running program: a LogWriter on a thread of its own, behind a ring of records. Giving it a
/// message costs the producer one copy into the ring, no allocation, no lock and no system call; compression
/// and the disk are the log thread's business. What was given reaches the kernel within `flush_every`, so a
/// killed program loses no more than that.
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
    records,  // messages taken
    bytes,    // of their payloads
    stalls,   // times the producer waited because the ring was full
    lost,     // messages that a disk error kept out of the file
    count_
};
inline constexpr CounterNames<LogCount> kLogCountNames{"log_records", "log_bytes", "log_stalls", "log_lost"};

inline constexpr std::size_t kRingBytesLeast = 1 << 20;
/// What the ring must be for messages of up to so many bytes.
std::size_t ring_bytes_for(std::size_t payload_bytes_max);

struct RunLogOptions {
    LogOptions file = {};
    std::size_t ring_bytes = kRingBytesLeast;  // a message takes at most half of it, with its head
    /// None: only when flush() says so, for a log whose every byte shall depend on what it is given alone.
    std::optional<WallDuration> flush_every = WallDuration::seconds(1);
};

/// Threading: one producer thread calls everything but counters(), which any thread may call.
/// Owns: the file, the ring and the log thread.
class RunLog {
  public:
    /// Creates the file and starts the log thread.
    static Result<std::unique_ptr<RunLog>> open(const std::filesystem::path& path,
                                                RunLogOptions options = {});
    /// Closes; use close() to learn of errors.
    ~RunLog();

    /// Adds a topic, at any time. The type must outlive the log, as those of generated code do.
    ChannelId channel(std::string_view topic, const google::protobuf::Descriptor& type);
    /// Puts a type's definition into the file, as LogWriter::schema. The type must outlive the log.
    void schema(const google::protobuf::Descriptor& type);
    /// The payload is `payload` and, right behind it, `rest`. Requires what LogWriter::write requires, no
    /// more than the ring takes, and no call after close(). Waits only when the ring is full.
    void write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload,
               ByteView rest = {});
    /// Ends the piece of the file that is being filled, after all that was given so far, and hands it to the
    /// kernel.
    void flush();
    /// Adds named facts about the whole file.
    void metadata(std::string_view name, const Metadata& facts);

    /// The disk's first error, told once: a program says it and goes on.
    std::optional<Error> take_error();
    /// Drains the ring, ends the thread and closes the file. Returns the disk's first error, told or not.
    Result<void> close();
    const Counters<LogCount>& counters() const;

  private:
    struct Impl;
    explicit RunLog(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
