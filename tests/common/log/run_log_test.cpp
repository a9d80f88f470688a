// Proves that messages reach the file in order, and that writing a message allocates nothing. A full ring
// makes the producer wait, and each wait is counted. A disk error is returned once; only messages after it
// are lost, and these are counted. A killed process leaves a readable log.

#include "common/log/run_log.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

#include "common/base/random.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/common/log/log_fixture.hpp"

namespace synchrono::log::testing {
namespace {

using RunLogTest = LogTest;

TEST_F(RunLogTest, AllMessagesAreInTheFileInOrder) {
    auto log = RunLog::open(path("a.mcap"));
    ASSERT_TRUE(log) << log.error().text;
    (*log)->metadata("run", {{"name", "client1"}, {"empty", ""}});
    (*log)->schema(*VehicleState::descriptor());
    const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
    std::uint64_t bytes = 0;
    for (int i = 0; i < 20'000; ++i) {
        if (i == 10'000) (*log)->channel("/agents/late", *AgentRecord::descriptor());
        const std::string record = record_of(i);
        (*log)->write(car, SimTime::nanoseconds(i), WallTime::nanoseconds(2 * i), as_byte_view(record));
        bytes += record.size();
    }
    ASSERT_TRUE((*log)->close());
    EXPECT_FALSE((*log)->take_error());
    EXPECT_EQ((*log)->counters().get(LogCounter::records), 20'000U);
    EXPECT_EQ((*log)->counters().get(LogCounter::bytes), bytes);
    EXPECT_EQ((*log)->counters().get(LogCounter::lost), 0U);

    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_EQ(reader->damage(), "");
    EXPECT_EQ(reader->metadata().at("run"), (Metadata{{"name", "client1"}, {"empty", ""}}));
    EXPECT_EQ(reader->channels().size(), 2U);
    EXPECT_EQ(reader->schemas().size(), 2U);
    const std::vector<Seen> seen = messages_of(*reader);
    ASSERT_EQ(seen.size(), 20'000U);
    for (int i = 0; i < 20'000; ++i) {
        ASSERT_EQ(seen[i], (Seen{"/agents/car", static_cast<std::uint32_t>(i), i, 2 * i, record_of(i)}));
    }
}

TEST_F(RunLogTest, WritingAMessageAllocatesNothing) {
    auto log = RunLog::open(path("a.mcap"));
    ASSERT_TRUE(log);
    const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
    const std::string record = record_of(1);
    const std::uint64_t before = allocations_of_this_thread();
    for (int i = 0; i < 10'000; ++i) {
        (*log)->write(car, SimTime::nanoseconds(i), WallTime::nanoseconds(i), as_byte_view(record));
    }
    EXPECT_EQ(allocations_of_this_thread(), before);
}

TEST_F(RunLogTest, AFullRingMakesTheProducerWaitAndIsCounted) {
    // The file is a pipe, and nobody empties it until the producer has stalled.
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::atomic<const RunLog*> opened{nullptr};
    Bytes received;
    std::thread reader([&] {
        const int pipe = ::open(path("pipe").c_str(), O_RDONLY);
        while (opened == nullptr || opened.load()->counters().get(LogCounter::stalls) == 0) {
            std::this_thread::yield();
        }
        std::array<std::byte, 4096> buffer;
        for (ssize_t n = 1; n > 0;) {
            n = ::read(pipe, buffer.data(), buffer.size());
            if (n > 0) received.insert(received.end(), buffer.begin(), buffer.begin() + n);
        }
        ::close(pipe);
    });
    {
        auto log = RunLog::open(path("pipe"), {.file = {.chunk_bytes = 8192}, .ring_bytes = 1 << 16});
        ASSERT_TRUE(log) << log.error().text;
        opened = log->get();
        const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
        Random random(3);
        std::array<std::uint64_t, 128> noise;  // does not compress, so that pipe and ring fill up
        for (int i = 0; i < 1000; ++i) {
            for (std::uint64_t& word : noise) word = random.bits();
            (*log)->write(car, SimTime::nanoseconds(i), {}, std::as_bytes(std::span(noise)));
        }
        ASSERT_TRUE((*log)->close());
        EXPECT_GE((*log)->counters().get(LogCounter::stalls), 1U);
        reader.join();
    }
    const auto read = LogReader::open_bytes(received, "pipe");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->damage(), "");
    EXPECT_EQ(read->message_count(), 1000U);
}

TEST_F(RunLogTest, MessagesOfTwoPiecesUpToTheMaximumAreWhole) {
    constexpr std::size_t kBytes = 3'200'000;
    Bytes cloud(kBytes - 5);
    Random random(5);
    for (std::byte& b : cloud) b = static_cast<std::byte>(random.bits());
    const Bytes head(5, std::byte{7});
    {
        auto log = RunLog::open(path("a.mcap"), {.file = {}, .ring_bytes = ring_bytes_for(kBytes)});
        ASSERT_TRUE(log);
        const ChannelId topic = (*log)->channel("/cloud", *AgentRecord::descriptor());
        for (int i = 0; i < 4; ++i) (*log)->write(topic, SimTime::nanoseconds(i), {}, head, cloud);
        EXPECT_EQ((*log)->counters().get(LogCounter::bytes), 4 * kBytes);
        ASSERT_TRUE((*log)->close());
    }
    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->damage(), "");
    const std::vector<Seen> seen = messages_of(*reader);
    ASSERT_EQ(seen.size(), 4U);
    for (const Seen& message : seen)
        EXPECT_TRUE(message.payload == std::string(as_text(head)) + std::string(as_text(cloud)));
}

TEST_F(RunLogTest, ADiskErrorIsReturnedOnceAndKeepsEarlierMessages) {
    // A limit on the size of files stands for a full disk.
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    auto log = RunLog::open(path("a.mcap"), {.file = {.chunk_bytes = 8192}});
    ASSERT_TRUE(log);
    rlimit tight = before;
    tight.rlim_cur = 100'000;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);

    const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
    Random random(3);
    std::array<std::uint64_t, 128> noise;
    const auto give = [&](int i) {
        for (std::uint64_t& word : noise) word = random.bits();
        (*log)->write(car, SimTime::nanoseconds(i), {}, std::as_bytes(std::span(noise)));
    };
    int given = 0;
    std::optional<Error> found;
    while (!(found = (*log)->take_error())) give(given++);
    EXPECT_EQ(found->text, "cannot write " + path("a.mcap").string() + ": File too large");
    for (int i = 0; i < 10; ++i) give(given++);
    EXPECT_FALSE((*log)->take_error()) << "the error is returned only once";
    const auto closed = (*log)->close();
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().text, found->text);

    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader);
    EXPECT_TRUE(reader->truncated());
    EXPECT_GT(reader->message_count(), 50U);
    EXPECT_EQ(reader->message_count() + (*log)->counters().get(LogCounter::lost),
              static_cast<std::uint64_t>(given));
}

TEST_F(RunLogTest, AKilledProcessLeavesAReadableLog) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto log = RunLog::open(
            path("a.mcap"), {.file = {.chunk_bytes = 4096}, .flush_every = WallDuration::milliseconds(1)});
        if (!log) ::_exit(1);
        const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
        for (int i = 0;; ++i) {
            (*log)->write(car, SimTime::nanoseconds(i), {}, as_byte_view(record_of(i)));
        }
    }
    // The child never ends by itself; the test kills it once it has written something.
    const MonotonicClock clock;
    const WallTime limit = clock.now() + WallDuration::seconds(60);
    std::uint64_t seen = 0;
    while (seen < 100 && clock.now() < limit) {
        const auto growing = LogReader::open(path("a.mcap"));
        if (growing) seen = growing->message_count();
    }
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));

    const auto reader = LogReader::open(path("a.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_TRUE(reader->truncated());
    const std::vector<Seen> all = messages_of(*reader);
    ASSERT_GE(all.size(), seen);
    ASSERT_GE(seen, 100U);
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(all[i].payload, record_of(static_cast<int>(i)));
    }
}

TEST_F(RunLogTest, AQuietLogIsFlushedInTime) {
    auto log = RunLog::open(path("a.mcap"), {.flush_every = WallDuration::milliseconds(1)});
    ASSERT_TRUE(log);
    const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
    (*log)->write(car, SimTime::nanoseconds(1), {}, as_byte_view(record_of(1)));
    // No later message fills a chunk or wakes the log thread.
    const MonotonicClock clock;
    const WallTime limit = clock.now() + WallDuration::seconds(60);
    std::uint64_t seen = 0;
    while (seen == 0 && clock.now() < limit) {
        const auto reader = LogReader::open(path("a.mcap"));
        ASSERT_TRUE(reader);
        seen = reader->message_count();
    }
    EXPECT_EQ(seen, 1U);
}

TEST_F(RunLogTest, AFileThatCannotBeCreatedIsRefused) {
    const auto log = RunLog::open(path("no/such/folder/a.mcap"));
    ASSERT_FALSE(log);
    EXPECT_NE(log.error().text.find("cannot write"), std::string::npos);
}

}  // namespace
}  // namespace synchrono::log::testing
