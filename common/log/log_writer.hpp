/// Writes one MCAP file: protobuf messages with two time stamps each, in compressed chunks. The file also
/// holds all that a reader needs to know: schemas, indexes, statistics and checksums. A chunk is given to the
/// kernel when it is full, or earlier by flush(); from then on it survives the death of the process.
/// docs/logs.md shows the layout of the file.
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

/// The longest payload of one message. It is large because pictures and point clouds are.
inline constexpr std::size_t kLogPayloadBytesMax = 32 << 20;
/// The most bytes of facts in one call of metadata(), as they are stored in the file.
inline constexpr std::size_t kLogMetadataBytesMax = 1 << 20;
/// The largest value of LogOptions::chunk_bytes. A chunk can be longer than chunk_bytes: by one message, and
/// by the definitions of topics and types in the chunk.
inline constexpr std::size_t kLogChunkBytesMax = 4 << 20;
/// The most topics of one file: MCAP numbers them with 16 bits.
inline constexpr std::size_t kLogChannelsMax = 65'535;

using Metadata = std::map<std::string, std::string>;

/// The number of a topic in one log, from 1. MCAP's word for a topic together with its type is channel.
struct ChannelId {
    std::uint16_t value = 0;
    friend constexpr auto operator<=>(ChannelId, ChannelId) = default;
};

struct LogOptions {
    std::size_t chunk_bytes = 256 * 1024;  // uncompressed; a chunk is written once it has this many
    int zstd_level = 1;
};

/// Writes a log. After the first disk error all further messages are dropped and counted, and close() returns
/// the error.
/// Threading: one thread.  Owns: the file.
class LogWriter {
  public:
    /// Creates the file. Fails if the path exists, unless it is a pipe or a device.
    static Result<LogWriter> open(const std::filesystem::path& path, LogOptions options = {});
    LogWriter(LogWriter&&) noexcept;
    LogWriter& operator=(LogWriter&&) noexcept;
    /// Closes the log and ignores errors; close() returns them.
    ~LogWriter();

    /// Adds a topic for messages of the given type. Writes the definition of the type, with all that it
    /// imports, once per file, however many topics share it. Requires at most kLogChannelsMax topics.
    ChannelId channel(std::string_view topic, const google::protobuf::Descriptor& type);
    /// Writes the definition of a type without a topic, for types that messages carry inside an Any.
    void schema(const google::protobuf::Descriptor& type);
    /// Adds a message with its simulated time (`log_time`) and wall time (`publish_time`). Requires a channel
    /// of this log, times that are not negative, and a payload of at most kLogPayloadBytesMax bytes.
    void write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload);
    /// Adds named facts about the whole file. Requires at most kLogMetadataBytesMax bytes of them.
    void metadata(std::string_view name, const Metadata& facts);
    /// Ends the chunk and gives it to the kernel. Does nothing if nothing was added since the last chunk.
    void flush();
    /// Writes the summary and closes the file. Returns the first disk error since the file was opened. A
    /// second call does nothing and returns the same result.
    Result<void> close();
    /// Returns the first disk error, if there was one.
    const std::optional<Error>& error() const;
    /// Returns how many messages are missing from the file because of that error.
    std::uint64_t lost_messages() const;

  private:
    struct Impl;
    explicit LogWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
