/// Reads an MCAP file as LogWriter makes them, whole or not: of a file that ends early or is damaged
/// it gives every message of the chunks before that place, and says what is wrong. Files are not trusted: no
/// length in them makes the reader take more memory than the two bounds below.
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

/// The largest chunk, uncompressed, that is read.
inline constexpr std::size_t kChunkBytesMax = 40 << 20;
static_assert(kLogChunkBytesMax + kLogPayloadBytesMax + (1 << 20) <= kChunkBytesMax,
              "what is written can be read, with what packing may add and the definitions in between");
/// All schemas, topics and metadata of a file together.
inline constexpr std::size_t kDefinitionBytesMax = 32 << 20;

/// What the messages of a channel are made of.
struct LogSchema {
    std::string name;      // full name of the message type
    std::string encoding;  // "protobuf" in logs of ours
    Bytes data;            // then a serialised google.protobuf.FileDescriptorSet
};

struct LogChannel {
    ChannelId id;
    std::string topic;
    const LogSchema* schema;  // of the reader; never null
};

/// Borrows from the reader; valid until the visitor returns.
struct LogMessage {
    const LogChannel& channel;
    std::uint32_t sequence;  // counts the messages of a channel from 0
    SimTime log_time;
    WallTime publish_time;
    ByteView payload;
};

/// Threading: one thread.  Owns: the file.
class LogReader {
  public:
    /// Reads the file once, checking it. Fails when it cannot be read or does not begin as an MCAP file.
    static Result<LogReader> open(const std::filesystem::path& path);
    /// The same for bytes in memory; `name` stands in errors.
    static Result<LogReader> open_bytes(Bytes bytes, std::string name);
    LogReader(LogReader&&) noexcept;
    LogReader& operator=(LogReader&&) noexcept;
    ~LogReader();

    /// Empty for a whole file, else one line: where reading stopped and why.
    const std::string& damage() const;
    bool truncated() const { return !damage().empty(); }
    std::uint64_t file_bytes() const;
    std::uint64_t message_count() const;
    /// By id; those whose definition stands in a whole chunk.
    const std::map<ChannelId, LogChannel>& channels() const;
    const std::map<std::uint16_t, LogSchema>& schemas() const;
    const std::map<std::string, Metadata>& metadata() const;

    /// Calls `visit` for each message in the order of writing. Fails only when the file can no longer be read
    /// as it was when opened.
    Result<void> visit(const std::function<void(const LogMessage&)>& visit) const;
    /// The same, until `visit` returns false.
    Result<void> visit_while(const std::function<bool(const LogMessage&)>& visit) const;

  private:
    struct Impl;
    explicit LogReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::log
