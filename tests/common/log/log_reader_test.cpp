// Proves that a log that is cut at any byte opens and yields every message of its whole chunks. A single
// damaged byte, wherever it is, is noticed and never yields a wrong message. A false length is named with its
// place, and causes no allocation larger than the largest chunk.

#include "common/log/log_reader.hpp"

#include <functional>

#include "common/base/random.hpp"
#include "common/log/internal/mcap_format.hpp"
#include "common/log/log_writer.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/common/log/log_fixture.hpp"

namespace synchrono::log::testing {
namespace {

using mcap::Op;
using mcap::Put;

/// A chunk of the small log: the byte at which the chunk ends, and the number of messages in the log up to
/// this byte.
struct ChunkEnd {
    std::size_t byte;
    std::size_t messages;
};

class LogReaderTest : public LogTest {
  protected:
    /// Writes a chunk of definitions, four chunks of messages on two topics, and metadata.
    void SetUp() override {
        auto writer = LogWriter::open(path("small.mcap"));
        ASSERT_TRUE(writer);
        const ChannelId car = writer->channel("/agents/car", *VehicleState::descriptor());
        writer->metadata("run", {{"name", "client1"}});
        ChannelId bus;
        std::vector<std::size_t> messages = {0};  // in whole chunks; the first chunk holds only definitions
        for (int i = 0; i < 20; ++i) {
            if (i == 7) bus = writer->channel("/agents/bus", *VehicleState::descriptor());
            writer->write(i < 7 ? car : bus, SimTime::nanoseconds(i), WallTime::nanoseconds(10 * i),
                          as_byte_view(record_of(i)));
            if (i % 5 == 4) {
                writer->flush();
                messages.push_back(static_cast<std::size_t>(i) + 1);
            }
        }
        ASSERT_TRUE(writer->close());
        small_ = bytes_of(path("small.mcap"));

        for (std::size_t at = mcap::kMagic.size(); at < small_.size() - mcap::kMagic.size();) {
            mcap::Get get(ByteView(small_).subspan(at));
            const auto op = static_cast<Op>(get.number<std::uint8_t>());
            at += mcap::kRecordHeadBytes + get.number<std::uint64_t>();
            if (op == Op::chunk) chunk_ends_.push_back({at, messages.at(chunk_ends_.size())});
        }
        ASSERT_EQ(chunk_ends_.size(), 5U);
        const auto reader = LogReader::open_bytes(small_, "small.mcap");
        ASSERT_TRUE(reader);
        all_ = messages_of(*reader);
        ASSERT_EQ(all_.size(), 20U);
    }

    Bytes small_;
    std::vector<ChunkEnd> chunk_ends_;
    std::vector<Seen> all_;
};

TEST_F(LogReaderTest, AFileCutAtAnyByteGivesItsWholeChunks) {
    for (std::size_t size = 0; size <= small_.size(); ++size) {
        const auto reader = LogReader::open_bytes(Bytes(small_.begin(), small_.begin() + size), "cut.mcap");
        ASSERT_TRUE(reader) << size << ": " << reader.error().text;
        std::size_t expected = 0;
        for (const ChunkEnd& end : chunk_ends_) {
            if (end.byte <= size) expected = end.messages;
        }
        EXPECT_EQ(messages_of(*reader), std::vector<Seen>(all_.begin(), all_.begin() + expected)) << size;
        EXPECT_EQ(reader->truncated(), size < small_.size()) << size << ": " << reader->damage();
        EXPECT_EQ(reader->damage().find('\n'), std::string::npos);
    }
}

TEST_F(LogReaderTest, TheVisitorMayStop) {
    const auto reader = LogReader::open_bytes(small_, "small.mcap");
    ASSERT_TRUE(reader);
    for (const std::size_t enough : {1u, 5u, 7u, 20u}) {
        std::size_t seen = 0;
        ASSERT_TRUE(reader->visit_while([&](const LogMessage&) { return ++seen < enough; }));
        EXPECT_EQ(seen, enough);
    }
    EXPECT_EQ(messages_of(*reader), all_) << "from the start again";
}

TEST_F(LogReaderTest, DamageSaysWhereTheFileEnds) {
    const std::size_t size = chunk_ends_[2].byte - 1;
    const auto reader = LogReader::open_bytes(Bytes(small_.begin(), small_.begin() + size), "cut.mcap");
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->damage().rfind(
                  "ends at byte " + std::to_string(size) + ", inside the chunk that begins at byte ", 0),
              0U)
        << reader->damage();
}

TEST_F(LogReaderTest, EveryDamagedByteIsNoticedAndNoMessageIsWrong) {
    for (std::size_t at = 0; at < small_.size(); ++at) {
        for (const int flip : {0x01, 0x80, 0xff}) {
            Bytes bytes = small_;
            bytes[at] ^= static_cast<std::byte>(flip);
            const auto reader = LogReader::open_bytes(std::move(bytes), "damaged.mcap");
            if (!reader) {
                EXPECT_LT(at, mcap::kMagic.size()) << reader.error().text;
                continue;
            }
            EXPECT_TRUE(reader->truncated()) << at;
            // The reader may skip messages, but those that it yields are among the written ones, in the
            // same order.
            auto next = all_.begin();
            for (const Seen& seen : messages_of(*reader)) {
                next = std::find(next, all_.end(), seen);
                ASSERT_NE(next, all_.end()) << at;
                ++next;
            }
        }
    }
}

TEST_F(LogReaderTest, BytesAfterTheEndAreNoticed) {
    small_.push_back(std::byte{0});
    const auto reader = LogReader::open_bytes(small_, "long.mcap");
    ASSERT_TRUE(reader);
    EXPECT_NE(reader->damage().find("more than the closing magic follows"), std::string::npos)
        << reader->damage();
    EXPECT_EQ(messages_of(*reader), all_);
}

TEST_F(LogReaderTest, FilesThatAreNotMcapAreRefusedInOneLine) {
    Random random(11);
    for (int i = 0; i < 200; ++i) {
        Bytes garbage(8 + random.below(4000));
        for (std::byte& b : garbage) b = static_cast<std::byte>(random.bits());
        const auto reader = LogReader::open_bytes(garbage, "garbage.bin");
        ASSERT_FALSE(reader);
        EXPECT_EQ(reader.error().text, "garbage.bin: not an MCAP file");
    }
    const auto missing = LogReader::open(path("missing.mcap"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().text,
              "cannot read " + path("missing.mcap").string() + ": No such file or directory");
    const auto folder = LogReader::open(path("."));
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().text, "cannot read " + path(".").string() + ": Is a directory");
}

// The tests below read files made by hand. In each hostile file one value is false.

Bytes beginning() {
    Bytes file;
    Put put(file);
    put.raw(as_byte_view(mcap::kMagic));
    const std::size_t header = put.begin(Op::header);
    put.text("").text("");
    put.end(header);
    return file;
}

using Fill = std::function<void(Put&)>;

void add(Bytes& file, Op op, const Fill& fill) {
    Put put(file);
    const std::size_t record = put.begin(op);
    fill(put);
    put.end(record);
}

/// Returns a chunk that has no compression, no checksum and one record.
Fill chunk_of(Op op, const Fill& fill) {
    return [op, fill](Put& put) {
        Bytes records;
        add(records, op, fill);
        put.number(std::uint64_t{0}).number(std::uint64_t{0}).number(std::uint64_t{records.size()});
        put.number(std::uint32_t{0}).text("").number(std::uint64_t{records.size()}).raw(records);
    };
}

Fill chunk_with_size(std::uint64_t size, std::string_view compression, std::uint64_t packed) {
    return [=](Put& put) {
        put.number(std::uint64_t{0}).number(std::uint64_t{0}).number(size).number(std::uint32_t{0});
        put.text(compression).number(packed).text("junk");
    };
}

void put_message(Put& put, std::uint16_t channel, std::uint64_t log_time) {
    put.number(channel).number(std::uint32_t{0}).number(log_time).number(std::uint64_t{0}).text("payload");
}

TEST(LogReaderOnHostileFiles, AFalseLengthIsNamedAndAllocatesNoMoreThanAChunk) {
    constexpr std::uint64_t kHuge = std::uint64_t{1} << 62;
    struct Case {
        const char* what;
        Op op;
        Fill fill;
        const char* damage;
    };
    const std::vector<Case> cases = {
        {"chunk size", Op::chunk, chunk_with_size(kHuge, "zstd", 8), "it claims more than 40 MiB"},
        {"no zstd", Op::chunk, chunk_with_size(kChunkBytesMax, "zstd", 8), "it cannot be decompressed"},
        {"plain size", Op::chunk, chunk_with_size(kChunkBytesMax, "", 8),
         "its size differs from the size that it states"},
        {"packed size", Op::chunk, chunk_with_size(8, "zstd", kHuge), "its fields do not fit into it"},
        {"lz4", Op::chunk, chunk_with_size(8, "lz4", 8), "its compression is neither zstd nor none"},
        {"record in a chunk", Op::chunk,
         [](Put& put) {
             put.number(std::uint64_t{0}).number(std::uint64_t{0}).number(std::uint64_t{9});
             put.number(std::uint32_t{0}).text("").number(std::uint64_t{9});
             put.number(std::uint8_t{5}).number(kHuge);
         },
         "a record in it does not fit into it"},
        {"message without channel", Op::chunk,
         chunk_of(Op::message, [](Put& put) { put_message(put, 9, 0); }), "a message's channel is missing"},
        {"short message", Op::chunk, chunk_of(Op::message, [](Put& put) { put.number(std::uint16_t{1}); }),
         "a message is malformed"},
        {"time", Op::chunk, chunk_of(Op::message, [](Put& put) { put_message(put, 9, ~std::uint64_t{0}); }),
         "a message's time is out of range"},
        {"channel without schema", Op::chunk,
         chunk_of(Op::channel,
                  [](Put& put) {
                      put.number(std::uint16_t{1}).number(std::uint16_t{4}).text("/t").text("").text("");
                  }),
         "a channel's schema is missing"},
        {"topic length", Op::channel,
         [](Put& put) { put.number(std::uint32_t{1}).number(std::uint32_t{0xffffffff}); },
         "a channel is malformed"},
        {"schema zero", Op::schema,
         [](Put& put) { put.number(std::uint16_t{0}).text("name").text("protobuf").text(""); },
         "a schema is malformed"},
        {"metadata length", Op::metadata, [](Put& put) { put.text("run").number(std::uint32_t{0xfffffff0}); },
         "it is malformed"},
        {"metadata map", Op::metadata, [](Put& put) { put.text("run").text("\1\1\1\1"); }, "it is malformed"},
        {"end of data", Op::data_end, [](Put& put) { put.number(std::uint32_t{1}); },
         "the checksum of the data is wrong"},
        {"short end of data", Op::data_end, [](Put&) {}, "too short"},
        {"footer", Op::footer, [](Put& put) { put.text("x"); }, "its length is wrong"},
        {"second header", Op::header, [](Put& put) { put.text("").text(""); },
         "a header must come first, and only there"},
        {"opcode", Op{0}, [](Put&) {}, "record type 0 does not exist"},
    };
    for (const Case& c : cases) {
        Bytes file = beginning();
        const std::string place = " at byte " + std::to_string(file.size()) + ": ";
        add(file, c.op, c.fill);
        static_cast<void>(take_largest_allocation());
        const auto reader = LogReader::open_bytes(file, "lie.mcap");
        EXPECT_LE(take_largest_allocation(), kChunkBytesMax) << c.what;
        ASSERT_TRUE(reader) << c.what;
        EXPECT_NE(reader->damage().find(place + c.damage), std::string::npos)
            << c.what << ": " << reader->damage();
        EXPECT_EQ(messages_of(*reader), std::vector<Seen>{}) << c.what;
    }
}

TEST(LogReaderOnHostileFiles, ARecordLongerThanTheFileIsAnEarlyEnd) {
    Bytes file = beginning();
    Put(file).number(std::uint8_t{6}).number(~std::uint64_t{0}).raw(Bytes(100));
    static_cast<void>(take_largest_allocation());
    const auto reader = LogReader::open_bytes(file, "lie.mcap");
    EXPECT_LE(take_largest_allocation(), std::size_t{64} * 1024);
    ASSERT_TRUE(reader);
    EXPECT_NE(reader->damage().find("inside the chunk that begins at byte 25"), std::string::npos)
        << reader->damage();
}

TEST(LogReaderOnHostileFiles, AllDefinitionsTogetherAreBounded) {
    Bytes file = beginning();
    const std::string large(8 << 20, 'x');
    for (std::uint16_t id = 1; id <= 5; ++id) {
        add(file, Op::schema, [&](Put& put) { put.number(id).text("name").text("").text(large); });
    }
    const auto reader = LogReader::open_bytes(file, "lie.mcap");
    ASSERT_TRUE(reader);
    EXPECT_NE(reader->damage().find("there are too many definitions"), std::string::npos) << reader->damage();
    EXPECT_EQ(reader->schemas().size(), 3U);
}

TEST(LogReaderOnOtherWritersFiles, ReadsMessagesOutsideOfChunks) {
    Bytes file = beginning();
    add(file, Op::channel, [](Put& put) {
        put.number(std::uint16_t{3}).number(std::uint16_t{0}).text("/t").text("json").text("");
    });
    add(file, Op::message, [](Put& put) { put_message(put, 3, 77); });
    add(file, static_cast<Op>(0x90), [](Put& put) { put.text("an extension"); });
    add(file, Op::footer,
        [](Put& put) { put.number(std::uint64_t{0}).number(std::uint64_t{0}).number(std::uint32_t{0}); });
    Put(file).raw(as_byte_view(mcap::kMagic));
    const auto reader = LogReader::open_bytes(file, "other.mcap");
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->damage(), "");
    const std::vector<Seen> seen = messages_of(*reader);
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen[0].topic, "/t");
    EXPECT_EQ(seen[0].log_ns, 77);
}

}  // namespace
}  // namespace synchrono::log::testing
