/// Reads MCAP files as LogWriter writes them. If a file ends early or is damaged, the reader returns every
/// message of the chunks before that place, and says what is wrong. It does not trust files: no length in a
/// file makes it allocate more memory than the two bounds below allow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/log/log_writer.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::log {

/// The largest chunk that is read, in bytes before compression.
inline constexpr std::size_t kChunkBytesMax = 40 << 20;
static_assert(kLogChunkBytesMax + kLogPayloadBytesMax + (1 << 20) <= kChunkBytesMax,
              "every chunk of a LogWriter can be read, with its definitions and what packing may add");
/// The most bytes of all schemas, topics and metadata of a file together.
inline constexpr std::size_t kDefinitionBytesMax = 32 << 20;

/// The message type of a channel.
struct LogSchema {
    std::string name;      // full name of the message type
    std::string encoding;  // "protobuf" in our logs
    Bytes data;            // for that encoding, a serialised google.protobuf.FileDescriptorSet
};

/// A topic of a log, with the type of its messages.
struct LogChannel {
    ChannelId id;
    std::string topic;
    const LogSchema* schema;  // owned by the reader; never null
};

/// One message of a log. Its members refer to data of the reader and are valid until the visitor returns.
struct LogMessage {
    const LogChannel& channel;
    std::uint32_t sequence;  // counts the messages of a channel from 0
    SimTime log_time;
    WallTime publish_time;
    ByteView payload;
};

/// Reads one log.
/// Threading: one thread.  Owns: the file.
class LogReader {
  public:
    /// Opens a file and reads it once to check it. Fails if the file cannot be read or does not begin like an
    /// MCAP file.
    static Result<LogReader> open(const std::filesystem::path& path);
    /// Does the same with bytes in memory. Errors use `name` in place of the file's path.
    static Result<LogReader> open_bytes(Bytes bytes, std::string name);
    LogReader(LogReader&&) noexcept;
    LogReader& operator=(LogReader&&) noexcept;
    ~LogReader();

    /// Returns one line that says where reading stopped and why; empty for a whole file.
    const std::string& damage() const;
    bool truncated() const { return !damage().empty(); }
    std::uint64_t file_bytes() const;
    std::uint64_t message_count() const;
    /// Returns the channels, by id, that the file defines before any damage.
    const std::map<ChannelId, LogChannel>& channels() const;
    /// Returns the schemas, by id, that the file defines before any damage.
    const std::map<std::uint16_t, LogSchema>& schemas() const;
    /// Returns the metadata, by name, that the file has before any damage.
    const std::map<std::string, Metadata>& metadata() const;

    /// Calls `visit` for each message, in the order in which they were written. Fails only if the file has
    /// changed since it was opened or can no longer be read.
    Result<void> visit(const std::function<void(const LogMessage&)>& visit) const;
    /// Does the same, but ends when `visit` returns false.
    Result<void> visit_while(const std::function<bool(const LogMessage&)>& visit) const;

  private:
    struct Impl;
    explicit LogReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
