#include "common/log/log_writer.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zstd.h>

#include "common/base/contract.hpp"
#include "common/log/internal/mcap_format.hpp"

namespace synchrono::log {

using mcap::Op;
using mcap::Put;

namespace {

/// Adds `file` to `set`, after every file that it imports.
void add_with_imports(const google::protobuf::FileDescriptor& file,
                      google::protobuf::FileDescriptorSet& set) {
    for (const auto& done : set.file()) {
        if (done.name() == file.name()) return;
    }
    for (int i = 0; i < file.dependency_count(); ++i) add_with_imports(*file.dependency(i), set);
    file.CopyTo(set.add_file());
}

/// The number of messages of a chunk or file, and their least and greatest log time in nanoseconds.
struct Span {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t messages = 0;

    void add(std::uint64_t time) {
        first = messages == 0 ? time : std::min(first, time);
        last = std::max(last, time);
        ++messages;
    }
};

struct IndexEntry {
    std::uint64_t time;
    std::uint64_t offset;  // in the uncompressed chunk
};

struct Channel {
    std::uint64_t messages = 0;
    std::vector<IndexEntry> in_chunk;
};

}  // namespace

struct LogWriter::Impl {
    std::filesystem::path path;
    LogOptions options;
    int file = -1;
    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> zstd{ZSTD_createCCtx(), &ZSTD_freeCCtx};
    std::optional<Error> error;
    std::uint64_t lost = 0;

    std::uint64_t offset = 0;  // of the end of the file
    std::uint32_t crc = 0;     // of the bytes written so far in the current section: data or summary
    Bytes out;                 // the bytes that write_out() gives to the kernel

    Bytes chunk;
    Span chunk_span;
    std::vector<std::uint16_t> chunk_channels;  // the channels that have messages in the chunk
    std::vector<Channel> channels;              // at index id - 1
    std::map<const google::protobuf::Descriptor*, std::uint16_t> schemas;

    // The records of the summary, in one buffer for each of its groups.
    Bytes schema_records;
    Bytes channel_records;
    Bytes chunk_indexes;
    Bytes metadata_indexes;
    std::uint32_t chunk_count = 0;
    std::uint32_t metadata_count = 0;
    Span span;  // of the whole file

    ~Impl() {
        if (file >= 0) ::close(file);
    }

    void fail_with(int code) {
        error =
            Error{fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(code))};
    }

    /// Gives `out` to the kernel, and empties `out` even after an error.
    void write_out() {
        for (ByteView rest = out; !rest.empty() && !error;) {
            const ssize_t n = ::write(file, rest.data(), rest.size());
            if (n >= 0) {
                rest = rest.subspan(static_cast<std::size_t>(n));
            } else if (errno != EINTR) {
                fail_with(errno);
            }
        }
        crc = mcap::crc32(out, crc);
        offset += out.size();
        out.clear();
    }

    /// Adds a definition to the chunk, and to `kept` for the summary.
    void define(Bytes& kept, Op op, auto fill) {
        const std::size_t start = kept.size();
        Put put(kept);
        const std::size_t record = put.begin(op);
        fill(put);
        put.end(record);
        Put(chunk).raw(ByteView(kept).subspan(start));
    }

    /// Returns the number of the schema for a type. The first call for a type defines its schema.
    std::uint16_t schema_of(const google::protobuf::Descriptor& type) {
        const auto [of, added] = schemas.try_emplace(&type, static_cast<std::uint16_t>(schemas.size() + 1));
        if (added) {
            google::protobuf::FileDescriptorSet files;
            add_with_imports(*type.file(), files);
            define(schema_records, Op::schema, [&, id = of->second](Put& put) {
                put.number(id).text(type.full_name()).text("protobuf").text(files.SerializeAsString());
            });
        }
        return of->second;
    }

    void end_chunk() {
        if (chunk.empty() || error) return;
        const std::uint64_t start = offset;
        Put put(out);

        const std::size_t record = put.begin(Op::chunk);
        put.number(chunk_span.first).number(chunk_span.last);
        put.number(std::uint64_t{chunk.size()}).number(mcap::crc32(chunk)).text("zstd");
        put.number(std::uint64_t{0});
        const std::size_t body = out.size();
        out.resize(body + ZSTD_compressBound(chunk.size()));
        const std::size_t packed = ZSTD_compressCCtx(zstd.get(), &out[body], out.size() - body, chunk.data(),
                                                     chunk.size(), options.zstd_level);
        SYN_ENSURE(!ZSTD_isError(packed));
        out.resize(body + packed);
        const std::uint64_t packed_bytes = packed;
        std::memcpy(&out[body - sizeof packed_bytes], &packed_bytes, sizeof packed_bytes);
        put.end(record);
        const std::uint64_t chunk_length = out.size();

        Put index(chunk_indexes);
        const std::size_t index_record = index.begin(Op::chunk_index);
        index.number(chunk_span.first).number(chunk_span.last).number(start).number(chunk_length);
        index.number(static_cast<std::uint32_t>(chunk_channels.size() * 10));
        for (const std::uint16_t id : chunk_channels) {
            index.number(id).number(start + out.size());
            std::vector<IndexEntry>& entries = channels[id - 1].in_chunk;
            const std::size_t entry_record = put.begin(Op::message_index);
            put.number(id).number(static_cast<std::uint32_t>(entries.size() * sizeof(IndexEntry)));
            put.raw(std::as_bytes(std::span(entries)));
            put.end(entry_record);
            entries.clear();
        }
        index.number(std::uint64_t{out.size() - chunk_length}).text("zstd");
        index.number(packed_bytes).number(std::uint64_t{chunk.size()});
        index.end(index_record);

        write_out();
        if (error) lost += chunk_span.messages;
        ++chunk_count;
        chunk.clear();
        chunk_channels.clear();
        chunk_span = {};
    }

    void write_summary() {
        Put put(out);
        const std::size_t data_end = put.begin(Op::data_end);
        put.number(crc);
        put.end(data_end);
        write_out();

        crc = 0;
        const std::uint64_t summary_start = offset;
        struct Group {
            Op op;
            std::uint64_t start;
            std::uint64_t length;
        };
        std::vector<Group> groups;
        const auto group = [&](Op op, const Bytes& records) {
            if (records.empty()) return;
            groups.push_back({op, offset + out.size(), records.size()});
            put.raw(records);
        };
        group(Op::schema, schema_records);
        group(Op::channel, channel_records);
        group(Op::statistics, statistics());
        group(Op::chunk_index, chunk_indexes);
        group(Op::metadata_index, metadata_indexes);

        const std::uint64_t offsets_start = offset + out.size();
        for (const Group& g : groups) {
            const std::size_t record = put.begin(Op::summary_offset);
            put.number(static_cast<std::uint8_t>(g.op)).number(g.start).number(g.length);
            put.end(record);
        }
        const std::size_t footer = put.begin(Op::footer);
        put.number(summary_start).number(offsets_start).number(std::uint32_t{0});
        put.end(footer);
        const std::uint32_t summary_crc = mcap::crc32(ByteView(out).first(out.size() - sizeof summary_crc));
        std::memcpy(&out[out.size() - sizeof summary_crc], &summary_crc, sizeof summary_crc);
        put.raw(as_byte_view(mcap::kMagic));
        write_out();
    }

    Bytes statistics() const {
        Bytes records;
        Put put(records);
        const std::size_t record = put.begin(Op::statistics);
        put.number(span.messages).number(static_cast<std::uint16_t>(schemas.size()));
        put.number(static_cast<std::uint32_t>(channels.size()));
        put.number(std::uint32_t{0}).number(metadata_count).number(chunk_count);
        put.number(span.first).number(span.last);
        put.number(static_cast<std::uint32_t>(channels.size() * 10));
        for (std::size_t i = 0; i < channels.size(); ++i) {
            put.number(static_cast<std::uint16_t>(i + 1)).number(channels[i].messages);
        }
        put.end(record);
        return records;
    }
};

LogWriter::LogWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LogWriter::LogWriter(LogWriter&&) noexcept = default;
LogWriter& LogWriter::operator=(LogWriter&&) noexcept = default;

LogWriter::~LogWriter() {
    if (impl_) static_cast<void>(close());
}

Result<LogWriter> LogWriter::open(const std::filesystem::path& path, LogOptions options) {
    SYN_REQUIRE(options.chunk_bytes > 0 && options.chunk_bytes <= kLogChunkBytesMax);
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->options = options;
    // A log never overwrites a file; only an existing pipe or device is opened.
    std::error_code ignored;
    const bool is_file = !std::filesystem::is_other(path, ignored);
    impl->file = ::open(path.c_str(), O_WRONLY | O_CREAT | (is_file ? O_EXCL : 0) | O_CLOEXEC, 0644);
    if (impl->file < 0 && errno == EEXIST)
        return fail(fmt::format("{} exists already, and a log does not overwrite files", path.string()));
    if (impl->file < 0) impl->fail_with(errno);

    Put put(impl->out);
    put.raw(as_byte_view(mcap::kMagic));
    const std::size_t header = put.begin(Op::header);
    put.text("").text("synchrono " SYNCHRONO_VERSION);
    put.end(header);
    impl->write_out();
    if (impl->error) return tl::unexpected(*impl->error);
    return LogWriter(std::move(impl));
}

ChannelId LogWriter::channel(std::string_view topic, const google::protobuf::Descriptor& type) {
    Impl& log = *impl_;
    SYN_REQUIRE(log.file >= 0 && log.channels.size() < kLogChannelsMax);
    const std::uint16_t schema = log.schema_of(type);
    log.channels.emplace_back();
    const auto id = static_cast<std::uint16_t>(log.channels.size());
    log.define(log.channel_records, Op::channel,
               [&](Put& put) { put.number(id).number(schema).text(topic).text("protobuf").text(""); });
    return ChannelId{id};
}

void LogWriter::schema(const google::protobuf::Descriptor& type) {
    SYN_REQUIRE(impl_->file >= 0);
    impl_->schema_of(type);
}

void LogWriter::write(ChannelId channel, SimTime log_time, WallTime publish_time, ByteView payload) {
    Impl& log = *impl_;
    SYN_REQUIRE(log.file >= 0 && channel.value >= 1 && channel.value <= log.channels.size());
    SYN_REQUIRE(log_time >= SimTime{} && publish_time >= WallTime{} && payload.size() <= kLogPayloadBytesMax);
    if (log.error) {
        ++log.lost;
        return;
    }
    Channel& of = log.channels[channel.value - 1];
    const auto time = static_cast<std::uint64_t>(log_time.count_ns());
    if (of.in_chunk.empty()) log.chunk_channels.push_back(channel.value);
    of.in_chunk.push_back({time, log.chunk.size()});
    log.chunk_span.add(time);
    log.span.add(time);

    Put put(log.chunk);
    const std::size_t record = put.begin(Op::message);
    put.number(channel.value).number(static_cast<std::uint32_t>(of.messages)).number(time);
    put.number(static_cast<std::uint64_t>(publish_time.count_ns())).raw(payload);
    put.end(record);
    ++of.messages;
    if (log.chunk.size() >= log.options.chunk_bytes) log.end_chunk();
}

void LogWriter::metadata(std::string_view name, const Metadata& facts) {
    Impl& log = *impl_;
    SYN_REQUIRE(log.file >= 0);
    if (log.error) return;
    Bytes map;
    for (const auto& [key, value] : facts) Put(map).text(key).text(value);
    SYN_REQUIRE(map.size() <= kLogMetadataBytesMax);

    log.end_chunk();
    const std::uint64_t start = log.offset;
    Put put(log.out);
    const std::size_t record = put.begin(Op::metadata);
    put.text(name).text(as_text(map));
    put.end(record);

    Put index(log.metadata_indexes);
    const std::size_t index_record = index.begin(Op::metadata_index);
    index.number(start).number(std::uint64_t{log.out.size()}).text(name);
    index.end(index_record);
    ++log.metadata_count;
    log.write_out();
}

void LogWriter::flush() {
    SYN_REQUIRE(impl_->file >= 0);
    impl_->end_chunk();
}

Result<void> LogWriter::close() {
    Impl& log = *impl_;
    if (log.file >= 0) {
        log.end_chunk();
        // After an error the file ends inside a record, but what precedes that record stays readable.
        if (!log.error) log.write_summary();
        const int closed = ::close(std::exchange(log.file, -1));
        if (closed != 0 && !log.error) log.fail_with(errno);
    }
    if (log.error) return tl::unexpected(*log.error);
    return {};
}

const std::optional<Error>& LogWriter::error() const { return impl_->error; }
std::uint64_t LogWriter::lost_messages() const { return impl_->lost; }

}  // namespace synchrono::log
