// Proves that a log reads back as it was written, with its time stamps, order and definitions. The file has
// chunks of the requested size. Each definition comes once, together with the definitions that it imports. A
// file that exists already or cannot be written is refused.

#include "common/log/log_writer.hpp"

#include <algorithm>
#include <cstring>
#include <google/protobuf/descriptor.pb.h>

#include "common/base/random.hpp"
#include "tests/common/log/log_fixture.hpp"

namespace synchrono::log::testing {
namespace {

using LogWriterTest = LogTest;

SimTime sim_ms(int n) { return SimTime{} + SimDuration::milliseconds(n); }
WallTime wall_us(int n) { return WallTime{} + WallDuration::microseconds(n); }

TEST_F(LogWriterTest, ReadsBackWhatWasWritten) {
    auto writer = LogWriter::open(path("a.mcap"));
    ASSERT_TRUE(writer) << writer.error().text;
    const ChannelId car = writer->channel("/agents/car", *AgentRecord::descriptor());
    writer->metadata("run", {{"name", "client1"}, {"seed", "7"}});
    const ChannelId bus = writer->channel("/agents/bus", *AgentRecord::descriptor());
    writer->schema(*VehicleState::descriptor());
    std::vector<Seen> given;
    for (int i = 0; i < 100; ++i) {
        const ChannelId channel = i % 3 == 0 ? bus : car;
        writer->write(channel, sim_ms(5 * i), wall_us(1000 + i), as_byte_view(record_of(i)));
        const std::uint32_t sequence = i % 3 == 0 ? i / 3 : i - i / 3 - 1;
        given.push_back({i % 3 == 0 ? "/agents/bus" : "/agents/car", sequence, 5'000'000LL * i,
                         1'000'000LL + 1000LL * i, record_of(i)});
    }
    writer->write(car, sim_ms(500), wall_us(5000), {});
    given.push_back({"/agents/car", 66, 500'000'000, 5'000'000, ""});
    ASSERT_TRUE(writer->close());
    ASSERT_TRUE(writer->close()) << "a second close() changes nothing";

    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_EQ(reader->damage(), "");
    EXPECT_FALSE(reader->truncated());
    EXPECT_EQ(reader->file_bytes(), std::filesystem::file_size(path("a.mcap")));
    EXPECT_EQ(messages_of(*reader), given);
    EXPECT_EQ(messages_of(*reader), given) << "a second visit sees the same";
    EXPECT_EQ(reader->channels().at(car).topic, "/agents/car");
    EXPECT_EQ(reader->channels().at(bus).schema->name, "synchrono.AgentRecord");
    EXPECT_EQ(reader->channels().at(car).schema, reader->channels().at(bus).schema);
    EXPECT_EQ(reader->schemas().size(), 2U);
    EXPECT_EQ(reader->metadata().at("run"), (Metadata{{"name", "client1"}, {"seed", "7"}}));
}

TEST_F(LogWriterTest, ASchemaContainsItsImportsFirst) {
    auto writer = LogWriter::open(path("a.mcap"));
    ASSERT_TRUE(writer);
    const ChannelId world = writer->channel("/world", *WorldEvent::descriptor());
    ASSERT_TRUE(writer->close());

    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader);
    const LogSchema& schema = *reader->channels().at(world).schema;
    EXPECT_EQ(schema.encoding, "protobuf");
    google::protobuf::FileDescriptorSet set;
    ASSERT_TRUE(set.ParseFromString(std::string(as_text(schema.data))));
    std::vector<std::string> names;
    for (const auto& file : set.file()) names.push_back(file.name());
    EXPECT_EQ(names, (std::vector<std::string>{"google/protobuf/any.proto", "proto/handshake.proto",
                                               "proto/record.proto"}));
}

TEST_F(LogWriterTest, AnEmptyLogIsComplete) {
    auto writer = LogWriter::open(path("a.mcap"));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->close());
    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_EQ(reader->damage(), "");
    EXPECT_EQ(reader->message_count(), 0U);
}

TEST_F(LogWriterTest, FlushMakesEverythingReadable) {
    auto writer = LogWriter::open(path("a.mcap"));
    ASSERT_TRUE(writer);
    const ChannelId car = writer->channel("/agents/car", *AgentRecord::descriptor());
    for (int i = 0; i < 10; ++i) {
        writer->write(car, sim_ms(i), wall_us(i), as_byte_view(record_of(i)));
        writer->flush();
        const auto size = std::filesystem::file_size(path("a.mcap"));
        writer->flush();
        EXPECT_EQ(std::filesystem::file_size(path("a.mcap")), size) << "nothing new, nothing written";
        const auto reader = LogReader::open(path("a.mcap"));
        ASSERT_TRUE(reader) << reader.error().text;
        EXPECT_EQ(reader->message_count(), static_cast<std::uint64_t>(i + 1));
        EXPECT_TRUE(reader->truncated());
    }
}

TEST_F(LogWriterTest, AChunkIsWrittenWhenItReachesItsSize) {
    auto writer = LogWriter::open(path("a.mcap"), {.chunk_bytes = 1000, .zstd_level = 1});
    ASSERT_TRUE(writer);
    const ChannelId car = writer->channel("/agents/car", *AgentRecord::descriptor());
    writer->flush();
    const auto before = std::filesystem::file_size(path("a.mcap"));
    const std::string payload(300, 'x');
    // In addition to its payload, each message takes 9 bytes for the record's head and 22 for the message's
    // head.
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(std::filesystem::file_size(path("a.mcap")), before) << i;
        writer->write(car, sim_ms(i), wall_us(i), as_byte_view(payload));
    }
    EXPECT_EQ(std::filesystem::file_size(path("a.mcap")), before);
    writer->write(car, sim_ms(3), wall_us(3), as_byte_view(payload));
    EXPECT_GT(std::filesystem::file_size(path("a.mcap")), before);
}

TEST_F(LogWriterTest, AFileThatCannotBeCreatedIsRefusedByName) {
    const auto missing = LogWriter::open(path("no/such/folder/a.mcap"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().text,
              "cannot write " + path("no/such/folder/a.mcap").string() + ": No such file or directory");
    const auto full = LogWriter::open("/dev/full");
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().text, "cannot write /dev/full: No space left on device");
}

TEST_F(LogWriterTest, AnExistingFileIsNotTouched) {
    std::ofstream(path("a.mcap")) << "precious";
    const auto writer = LogWriter::open(path("a.mcap"));
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().text,
              path("a.mcap").string() + " exists already, and a log does not overwrite files");
    EXPECT_EQ(std::filesystem::file_size(path("a.mcap")), 8U);
}

TEST_F(LogWriterTest, TheLongestMessageAfterAFullChunkCanBeRead) {
    Bytes noise(kLogPayloadBytesMax);
    Random random(9);
    for (std::size_t i = 0; i + 8 <= noise.size(); i += 8) {
        const std::uint64_t word = random.bits();
        std::memcpy(&noise[i], &word, sizeof word);
    }
    auto writer = LogWriter::open(path("a.mcap"), {.chunk_bytes = kLogChunkBytesMax});
    ASSERT_TRUE(writer);
    const ChannelId car = writer->channel("/agents/car", *AgentRecord::descriptor());
    writer->write(car, sim_ms(0), wall_us(0), ByteView(noise).first(kLogChunkBytesMax - 4096));
    writer->write(car, sim_ms(1), wall_us(1), noise);
    ASSERT_TRUE(writer->close());
    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->damage(), "");
    std::vector<std::size_t> sizes;
    bool same = true;
    ASSERT_TRUE(reader->visit([&](const LogMessage& m) {
        sizes.push_back(m.payload.size());
        same &= std::equal(m.payload.begin(), m.payload.end(), noise.begin());
    }));
    EXPECT_EQ(sizes, (std::vector<std::size_t>{kLogChunkBytesMax - 4096, kLogPayloadBytesMax}));
    EXPECT_TRUE(same);
}

using LogWriterDeathTest = LogTest;

TEST_F(LogWriterDeathTest, MisuseStopsTheProgram) {
    auto writer = LogWriter::open(path("a.mcap"));
    ASSERT_TRUE(writer);
    const ChannelId car = writer->channel("/agents/car", *AgentRecord::descriptor());
    EXPECT_DEATH(writer->write(ChannelId{2}, sim_ms(0), wall_us(0), {}), "requirement failed");
    EXPECT_DEATH(writer->write(ChannelId{0}, sim_ms(0), wall_us(0), {}), "requirement failed");
    EXPECT_DEATH(writer->write(car, sim_ms(-1), wall_us(0), {}), "requirement failed");
    const Bytes large(kLogPayloadBytesMax + 1);
    EXPECT_DEATH(writer->write(car, sim_ms(0), wall_us(0), large), "requirement failed");
    ASSERT_TRUE(writer->close());
    EXPECT_DEATH(writer->write(car, sim_ms(0), wall_us(0), {}), "requirement failed");
}

}  // namespace
}  // namespace synchrono::log::testing
