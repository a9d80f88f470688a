/// Writes one MCAP file: protobuf messages with two time stamps each, in compressed chunks, with everything
/// that a reader wants to know about them in the same file (schemas, indexes, statistics, checksums).
/// Whatever flush() has handed to the kernel survives the death of the process. docs/logs.md shows the file's
/// layout.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace google::protobuf {
class Descriptor;
}

namespace synchrono::log {

/// The longest payload of one message: pictures and clouds of points are long.
inline constexpr std::size_t kLogPayloadBytesMax = 32 << 20;
inline constexpr std::size_t kLogMetadataBytesMax = 1 << 20;
/// The most that LogOptions::chunk_bytes may be; a chunk is at most one message longer.
inline constexpr std::size_t kLogChunkBytesMax = 4 << 20;
/// Files hold at most this many topics: MCAP numbers them with 16 bits.
inline constexpr std::size_t kLogChannelsMax = 65'535;

using Metadata = std::map<std::string, std::string>;

/// A topic of one log.
struct ChannelId {
    std::uint16_t value = 0;
    friend constexpr auto operator<=>(ChannelId, ChannelId) = default;
};

struct LogOptions {
    std::size_t chunk_bytes = 256 * 1024;  // uncompressed; a chunk that has grown to this is written
    int zstd_level = 1;
};

/// Threading: one thread.  Owns: the file.
/// After the first disk error it drops what it is given, and close() says what the error was.
class LogWriter {
  public:
    /// Creates the file; refuses when there is one.
    static Result<LogWriter> open(const std::filesystem::path& path, LogOptions options = {});
    LogWriter(LogWriter&&) noexcept;
    LogWriter& operator=(LogWriter&&) noexcept;
    /// Closes; use close() to learn of errors.
    ~LogWriter();

    /// Adds a topic, whose messages are of the given type; its definition and all that it imports go into the
    /// file, once however many topics share it. Requires at most kLogChannelsMax topics.
    ChannelId channel(std::string_view topic, const google::protobuf::Descriptor& type);
    /// Puts a type's definition into the file without a topic: for types that messages carry inside an Any.
    void schema(const google::protobuf::Descriptor& type);
    /// Adds a message. Requires a channel of this log, log_time not negative and the payload within its
    /// bound.
    void write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload);
    /// Adds named facts about the whole file.
    void metadata(std::string_view name, const Metadata& facts);
    /// Ends the chunk and hands all to the kernel. Does nothing when there is nothing new.
    void flush();
    /// Writes the summary and closes. Returns the first disk error of the file's whole life; a second call
    /// does nothing and returns the same.
    Result<void> close();
    /// The first disk error, once there is one.
    const std::optional<Error>& error() const;
    /// Messages that were given and, because of the error, are not in the file.
    std::uint64_t lost_messages() const;

  private:
    struct Impl;
    explicit LogWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
