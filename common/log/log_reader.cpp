#include "common/log/log_reader.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zstd.h>

#include "common/log/internal/mcap_format.hpp"

namespace synchrono::log {

using mcap::Get;
using mcap::Op;

namespace {

/// The largest record that is loaded whole: a chunk that compression did not shorten, with its fields.
constexpr std::uint64_t kRecordBytesMax = kChunkBytesMax + 4096;
static_assert(kChunkBytesMax == 40 << 20, "the message of unpack() names 40 MiB");

/// The bytes of a log, in a file or in memory.
class Source {
  public:
    virtual ~Source() = default;
    virtual std::uint64_t size() const = 0;
    /// Returns false if the bytes cannot be read. Requires them to lie within size().
    virtual bool read(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
};

class MemorySource final : public Source {
  public:
    explicit MemorySource(Bytes bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    bool read(std::uint64_t offset, std::span<std::byte> bytes) const override {
        std::copy_n(bytes_.data() + offset, bytes.size(), bytes.data());
        return true;
    }

  private:
    Bytes bytes_;
};

class FileSource final : public Source {
  public:
    FileSource(int file, std::uint64_t size) : file_(file), size_(size) {}
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    ~FileSource() override { ::close(file_); }
    std::uint64_t size() const override { return size_; }
    bool read(std::uint64_t offset, std::span<std::byte> bytes) const override {
        while (!bytes.empty()) {
            const ssize_t n = ::pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (n == 0 || (n < 0 && errno != EINTR)) return false;
            if (n < 0) continue;
            bytes = bytes.subspan(static_cast<std::size_t>(n));
            offset += static_cast<std::uint64_t>(n);
        }
        return true;
    }

  private:
    int file_;
    std::uint64_t size_;
};

std::string_view name_of(std::uint8_t op) {
    switch (static_cast<Op>(op)) {
        case Op::header:
            return "header";
        case Op::footer:
            return "footer";
        case Op::schema:
            return "schema";
        case Op::channel:
            return "channel";
        case Op::message:
            return "message";
        case Op::chunk:
            return "chunk";
        case Op::message_index:
            return "message index";
        case Op::chunk_index:
            return "chunk index";
        case Op::attachment:
            return "attachment";
        case Op::statistics:
            return "statistics";
        case Op::metadata:
            return "metadata";
        case Op::metadata_index:
            return "metadata index";
        case Op::summary_offset:
            return "summary offset";
        case Op::data_end:
            return "end of data";
    }
    return "unknown";
}

/// The place of a record that holds messages: a chunk, or a message outside of any chunk.
struct Extent {
    std::uint64_t offset;  // of the record's content
    std::uint64_t length;
    bool chunk;
};

}  // namespace

struct LogReader::Impl {
    std::string name;
    std::unique_ptr<Source> source;
    std::string damage;
    std::vector<Extent> extents;
    std::map<std::uint16_t, LogSchema> schemas;
    std::map<ChannelId, LogChannel> channels;
    std::map<std::string, Metadata> metadata;
    std::uint64_t messages = 0;
    std::uint64_t definition_bytes = 0;

    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> zstd{ZSTD_createDCtx(), &ZSTD_freeDCtx};
    bool stopped = false;  // by the visitor
    Bytes record;          // buffers of load() and unpack(), reused for each record
    Bytes unpacked;

    using Visit = std::function<bool(const LogMessage&)>;

    bool load(std::uint64_t offset, std::uint64_t length) {
        record.resize(length);
        return source->read(offset, record);
    }

    // The functions below return null, or a text that says what is wrong. The text follows a place, for
    // example "the chunk at byte 123: ".

    /// Decompresses the chunk whose content is `record`, checks it, and sets `records` to its records.
    const char* unpack(ByteView& records) {
        Get get(record);
        get.raw(16);  // the first and last time, which are also in the messages
        const auto size = get.number<std::uint64_t>();
        const auto crc = get.number<std::uint32_t>();
        const std::string_view compression = get.text();
        const ByteView packed = get.raw(get.number<std::uint64_t>());
        if (!get.ok()) return "its fields do not fit into it";
        if (size > kChunkBytesMax) return "it claims more than 40 MiB";
        if (compression.empty()) {
            if (packed.size() != size) return "its size differs from the size that it states";
            records = packed;
        } else if (compression == "zstd") {
            unpacked.resize(size);
            const std::size_t n =
                ZSTD_decompressDCtx(zstd.get(), unpacked.data(), size, packed.data(), packed.size());
            if (ZSTD_isError(n) || n != size) return "it cannot be decompressed";
            records = unpacked;
        } else {
            return "its compression is neither zstd nor none";
        }
        if (crc != 0 && crc != mcap::crc32(records)) return "its checksum is wrong";
        return nullptr;
    }

    const char* define_schema(ByteView content) {
        Get get(content);
        const auto id = get.number<std::uint16_t>();
        LogSchema schema{std::string(get.text()), std::string(get.text()), {}};
        const ByteView data = as_byte_view(get.text());
        if (!get.ok() || id == 0) return "a schema is malformed";
        if (schemas.contains(id)) return nullptr;
        if ((definition_bytes += content.size()) > kDefinitionBytesMax)
            return "there are too many definitions";
        schema.data.assign(data.begin(), data.end());
        schemas.emplace(id, std::move(schema));
        return nullptr;
    }

    const char* define_channel(ByteView content) {
        static const LogSchema kNoSchema;
        Get get(content);
        const auto id = get.number<std::uint16_t>();
        const auto schema = get.number<std::uint16_t>();
        const std::string_view topic = get.text();
        if (!get.ok()) return "a channel is malformed";
        if (channels.contains(ChannelId{id})) return nullptr;
        const auto of = schemas.find(schema);
        if (schema != 0 && of == schemas.end()) return "a channel's schema is missing";
        if ((definition_bytes += content.size()) > kDefinitionBytesMax)
            return "there are too many definitions";
        channels.emplace(ChannelId{id}, LogChannel{ChannelId{id}, std::string(topic),
                                                   schema == 0 ? &kNoSchema : &of->second});
        return nullptr;
    }

    const char* define_metadata(ByteView content) {
        Get get(content);
        const std::string_view title = get.text();
        Get map(as_byte_view(get.text()));
        if (!get.ok()) return "it is malformed";
        if ((definition_bytes += content.size()) > kDefinitionBytesMax)
            return "there are too many definitions";
        Metadata facts;
        while (!map.rest().empty()) {
            const std::string_view key = map.text();
            const std::string_view value = map.text();
            if (!map.ok()) return "it is malformed";
            facts.emplace(key, value);
        }
        metadata.insert_or_assign(std::string(title), std::move(facts));
        return nullptr;
    }

    const char* read_message(ByteView content, const Visit* visit) {
        Get get(content);
        const auto channel = get.number<std::uint16_t>();
        const auto sequence = get.number<std::uint32_t>();
        const auto log_time = get.number<std::uint64_t>();
        const auto publish_time = get.number<std::uint64_t>();
        constexpr std::uint64_t kTimeMax = std::numeric_limits<std::int64_t>::max();
        if (!get.ok()) return "a message is malformed";
        if (log_time > kTimeMax || publish_time > kTimeMax) return "a message's time is out of range";
        const auto of = channels.find(ChannelId{channel});
        if (of == channels.end()) return "a message's channel is missing";
        if (visit != nullptr) {
            stopped = !(*visit)(
                LogMessage{of->second, sequence, SimTime::nanoseconds(static_cast<std::int64_t>(log_time)),
                           WallTime::nanoseconds(static_cast<std::int64_t>(publish_time)), get.rest()});
        }
        return nullptr;
    }

    /// Goes through the records of a chunk: stores its definitions, and passes its messages to `visit`
    /// unless that is null. Adds the number of messages to `count`.
    const char* read_chunk(ByteView records, const Visit* visit, std::uint64_t& count) {
        Get get(records);
        while (!stopped && !get.rest().empty()) {
            const auto op = static_cast<Op>(get.number<std::uint8_t>());
            const ByteView content = get.raw(get.number<std::uint64_t>());
            if (!get.ok()) return "a record in it does not fit into it";
            const char* wrong = nullptr;
            if (op == Op::schema) wrong = define_schema(content);
            if (op == Op::channel) wrong = define_channel(content);
            if (op == Op::message) {
                wrong = read_message(content, visit);
                ++count;
            }
            if (wrong != nullptr) return wrong;
        }
        return nullptr;
    }

    /// Checks the loaded record, which is not inside a chunk: stores the definitions in it, counts its
    /// messages, and notes where these are. `offset` is the place of its content in the file.
    const char* read_record(Op op, std::uint64_t offset) {
        switch (op) {
            case Op::schema:
                return define_schema(record);
            case Op::channel:
                return define_channel(record);
            case Op::metadata:
                return define_metadata(record);
            case Op::chunk: {
                ByteView records;
                std::uint64_t count = 0;
                if (const char* wrong = unpack(records)) return wrong;
                if (const char* wrong = read_chunk(records, nullptr, count)) return wrong;
                messages += count;
                if (count > 0) extents.push_back({offset, record.size(), true});
                return nullptr;
            }
            case Op::message:
                if (const char* wrong = read_message(record, nullptr)) return wrong;
                ++messages;
                extents.push_back({offset, record.size(), false});
                return nullptr;
            default:
                return nullptr;
        }
    }

    /// Reads the whole file once. Fails if it is not an MCAP file or cannot be read. Anything else that is
    /// wrong with the file goes into `damage`.
    Result<void> scan() {
        const std::uint64_t size = source->size();
        Bytes magic(std::min<std::uint64_t>(size, mcap::kMagic.size()));
        if (!source->read(0, magic)) return unreadable();
        if (as_text(magic) != mcap::kMagic.substr(0, magic.size())) return fail(name + ": not an MCAP file");
        if (magic.size() < mcap::kMagic.size()) {
            damage = fmt::format("ends at byte {}, before the first record", size);
            return {};
        }

        std::uint64_t at = magic.size();
        std::uint32_t crc = mcap::crc32(magic);
        bool in_data = true;
        while (true) {
            if (at == size) {
                damage = fmt::format("ends at byte {}, without a summary", size);
                return {};
            }
            std::array<std::byte, mcap::kRecordHeadBytes> head{};
            if (size - at < head.size()) {
                damage = fmt::format("ends at byte {}, inside a record", size);
                return {};
            }
            if (!source->read(at, head)) return unreadable();
            Get get(head);
            const auto op_byte = get.number<std::uint8_t>();
            const auto length = get.number<std::uint64_t>();
            const auto op = static_cast<Op>(op_byte);
            const std::uint64_t content = at + head.size();
            const auto wrong_at = [&](std::string_view why) {
                damage = fmt::format("the {} at byte {}: {}", name_of(op_byte), at, why);
                return Result<void>{};
            };
            if (op_byte == 0) return wrong_at("record type 0 does not exist");
            if ((at == mcap::kMagic.size()) != (op == Op::header))
                return wrong_at("a header must come first, and only there");
            if (length > size - content) {
                damage = fmt::format("ends at byte {}, inside the {} that begins at byte {}", size,
                                     name_of(op_byte), at);
                return {};
            }

            if (op == Op::footer) return end(at, content, length, crc, wrong_at);
            if (op == Op::data_end) {
                if (length < 4) return wrong_at("too short");
                if (!load(content, length)) return unreadable();
                const auto stored = Get(record).number<std::uint32_t>();
                if (stored != 0 && stored != crc) return wrong_at("the checksum of the data is wrong");
                in_data = false;
                crc = 0;
            } else {
                crc = mcap::crc32(head, crc);
                const bool wanted = in_data && (op == Op::schema || op == Op::channel || op == Op::message ||
                                                op == Op::chunk || op == Op::metadata);
                if (wanted && length > kRecordBytesMax) return wrong_at("too large");
                if (wanted) {
                    if (!load(content, length)) return unreadable();
                    crc = mcap::crc32(record, crc);
                    if (const char* wrong = read_record(op, content)) return wrong_at(wrong);
                } else {
                    for (std::uint64_t done = 0; done < length; done += record.size()) {
                        if (!load(content + done, std::min<std::uint64_t>(length - done, 1 << 16))) {
                            return unreadable();
                        }
                        crc = mcap::crc32(record, crc);
                    }
                }
            }
            at = content + length;
        }
    }

    /// Checks the footer and what follows it.
    Result<void> end(std::uint64_t at, std::uint64_t content, std::uint64_t length, std::uint32_t crc,
                     const auto& wrong_at) {
        if (length != mcap::kFooterBytes) return wrong_at("its length is wrong");
        constexpr std::size_t kSummed = mcap::kRecordHeadBytes + mcap::kFooterBytes - 4;
        if (!load(at, kSummed + 4)) return unreadable();
        crc = mcap::crc32(ByteView(record).first(kSummed), crc);
        const auto stored = Get(ByteView(record).subspan(kSummed)).number<std::uint32_t>();
        if (stored != 0 && stored != crc) return wrong_at("the checksum of the summary is wrong");
        const std::uint64_t rest = source->size() - content - length;
        if (!load(content + length, std::min<std::uint64_t>(rest, mcap::kMagic.size()))) return unreadable();
        if (as_text(record) != mcap::kMagic.substr(0, record.size()))
            return wrong_at("the closing magic is missing after it");
        if (rest < mcap::kMagic.size()) {
            damage = fmt::format("ends at byte {}, inside the closing magic", source->size());
        } else if (rest > mcap::kMagic.size()) {
            return wrong_at("more than the closing magic follows it");
        }
        return {};
    }

    tl::unexpected<Error> unreadable() const {
        return fail(name + ": cannot be read, or it changed meanwhile");
    }
};

LogReader::LogReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LogReader::LogReader(LogReader&&) noexcept = default;
LogReader& LogReader::operator=(LogReader&&) noexcept = default;
LogReader::~LogReader() = default;

Result<LogReader> LogReader::open(const std::filesystem::path& path) {
    const auto cannot = [&path](int code) {
        return fail(fmt::format("cannot read {}: {}", path.string(), std::generic_category().message(code)));
    };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot(errno);
    struct stat facts {};
    if (::fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        ::close(file);
        return cannot(S_ISDIR(facts.st_mode) ? EISDIR : EINVAL);
    }
    auto impl = std::make_unique<Impl>();
    impl->name = path.string();
    impl->source = std::make_unique<FileSource>(file, static_cast<std::uint64_t>(facts.st_size));
    if (auto scanned = impl->scan(); !scanned) return tl::unexpected(scanned.error());
    return LogReader(std::move(impl));
}

Result<LogReader> LogReader::open_bytes(Bytes bytes, std::string name) {
    auto impl = std::make_unique<Impl>();
    impl->name = std::move(name);
    impl->source = std::make_unique<MemorySource>(std::move(bytes));
    if (auto scanned = impl->scan(); !scanned) return tl::unexpected(scanned.error());
    return LogReader(std::move(impl));
}

const std::string& LogReader::damage() const { return impl_->damage; }
std::uint64_t LogReader::file_bytes() const { return impl_->source->size(); }
std::uint64_t LogReader::message_count() const { return impl_->messages; }
const std::map<ChannelId, LogChannel>& LogReader::channels() const { return impl_->channels; }
const std::map<std::uint16_t, LogSchema>& LogReader::schemas() const { return impl_->schemas; }
const std::map<std::string, Metadata>& LogReader::metadata() const { return impl_->metadata; }

Result<void> LogReader::visit(const std::function<void(const LogMessage&)>& visit) const {
    return visit_while([&visit](const LogMessage& message) {
        visit(message);
        return true;
    });
}

Result<void> LogReader::visit_while(const std::function<bool(const LogMessage&)>& visit) const {
    Impl& log = *impl_;
    log.stopped = false;
    for (const Extent& extent : log.extents) {
        if (log.stopped) break;
        if (!log.load(extent.offset, extent.length)) return log.unreadable();
        const char* wrong = nullptr;
        if (extent.chunk) {
            ByteView records;
            std::uint64_t count = 0;
            wrong = log.unpack(records);
            if (wrong == nullptr) wrong = log.read_chunk(records, &visit, count);
        } else {
            wrong = log.read_message(log.record, &visit);
        }
        if (wrong != nullptr) return log.unreadable();
    }
    return {};
}

}  // namespace synchrono::log
