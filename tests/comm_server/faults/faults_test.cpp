// Proves what each kind of fault does alone and together with others, and to which messages it applies.
// Chance depends only on the seed, the message and the receiver.
#include "comm_server/faults/faults.hpp"

#include <bit>
#include <gtest/gtest.h>

#include "comm_server/faults/alter.hpp"
#include "common/j2735/codec.hpp"
#include "tests/comm_server/faults/messages.hpp"

namespace synchrono::comm_server::faults {
namespace {

using config::RadioFault;
using testing::from_hex;
using testing::kParked;
using Kind = RadioFault::Kind;

SimTime at_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }

RadioFault fault(Kind kind) {
    RadioFault f;
    f.kind = kind;
    f.until = at_ms(1'000'000);
    return f;
}

channel::Transmission message(std::uint32_t sender, std::uint64_t sequence, SimTime time) {
    return {AgentId{sender}, sequence, time, 40};
}

/// Returns the fates at receivers 1 to 4: two delivered, one too weak, one delivered.
std::vector<Reception> four(SimTime sent) {
    std::vector<Reception> receptions;
    for (std::uint32_t r = 1; r <= 4; ++r) {
        channel::Fate fate;
        fate.receiver = AgentId{r};
        fate.outcome = r == 3 ? channel::Outcome::weak : channel::Outcome::delivered;
        if (r != 3) fate.delivered = sent + SimDuration::milliseconds(r);
        receptions.push_back({fate, 0});
    }
    return receptions;
}

std::vector<channel::Outcome> outcomes(const std::vector<Reception>& receptions) {
    std::vector<channel::Outcome> all;
    for (const Reception& r : receptions) all.push_back(r.fate.outcome);
    return all;
}

constexpr auto kDelivered = channel::Outcome::delivered, kWeak = channel::Outcome::weak,
               kFault = channel::Outcome::fault, kDuplicate = channel::Outcome::duplicate,
               kAltered = channel::Outcome::altered;

struct Case {
    explicit Case(std::vector<RadioFault> list, std::uint64_t seed = 1) : faults(std::move(list), seed) {}
    std::vector<Reception> apply(const channel::Transmission& t, std::uint16_t type = 20) {
        auto receptions = four(t.time);
        faults.apply(t, type, payload, receptions);
        return receptions;
    }
    std::uint64_t count(FaultCounter counter) const { return faults.counters().get(counter); }
    Bytes payload = from_hex(kParked);
    Faults faults;
};

TEST(Faults, WithoutFaultsNothingChanges) {
    Case c({});
    EXPECT_EQ(outcomes(c.apply(message(0, 1, at_ms(5)))),
              (std::vector{kDelivered, kDelivered, kWeak, kDelivered}));
    EXPECT_FALSE(c.faults.silences(message(0, 1, at_ms(5)), 20));
    EXPECT_TRUE(c.faults.take_ghost_messages(at_ms(100)).empty());
}

TEST(Faults, LossTakesDeliveredMessagesOnly) {
    Case c({fault(Kind::loss)});
    const auto receptions = c.apply(message(0, 1, at_ms(5)));
    EXPECT_EQ(outcomes(receptions), (std::vector{kFault, kFault, kWeak, kFault}));
    EXPECT_EQ(receptions[0].fate.delivered, SimTime{});
    EXPECT_EQ(c.count(FaultCounter::lost), 3U);
}

TEST(Faults, ApplyOnlyWithinWindowSendersReceiversAndTypes) {
    RadioFault f = fault(Kind::loss);
    f.from = at_ms(10);
    f.until = at_ms(20);
    f.senders = {AgentId{5}, AgentId{7}};
    f.receivers = {AgentId{2}, AgentId{4}};
    f.types = {18, 20};
    Case c({f});
    const std::vector hit{kDelivered, kFault, kWeak, kFault};
    const std::vector missed{kDelivered, kDelivered, kWeak, kDelivered};
    EXPECT_EQ(outcomes(c.apply(message(5, 1, at_ms(10)))), hit);
    EXPECT_EQ(outcomes(c.apply(message(7, 1, at_ms(15)), 18)), hit);
    EXPECT_EQ(outcomes(c.apply(message(5, 2, at_ms(9)))), missed) << "the message is from before the window";
    EXPECT_EQ(outcomes(c.apply(message(5, 3, at_ms(20)))), missed) << "the message is from after the window";
    EXPECT_EQ(outcomes(c.apply(message(6, 1, at_ms(15)))), missed) << "the fault does not name this sender";
    EXPECT_EQ(outcomes(c.apply(message(5, 4, at_ms(15)), 19)), missed) << "the fault does not name this type";
}

TEST(Faults, DelayIsTheGivenDelayAndUpToTheJitter) {
    RadioFault f = fault(Kind::delay);
    f.delay = SimDuration::milliseconds(30);
    f.jitter = SimDuration::milliseconds(10);
    Case c({f});
    SimDuration least = SimDuration::seconds(1), most;
    for (std::uint64_t i = 1; i <= 200; ++i) {
        const auto receptions = c.apply(message(0, i, at_ms(5)));
        EXPECT_EQ(outcomes(receptions), (std::vector{kDelivered, kDelivered, kWeak, kDelivered}));
        EXPECT_EQ(receptions[2].fate.delivered, SimTime{});
        const SimDuration later = receptions[0].fate.delivered - at_ms(6);
        least = std::min(least, later);
        most = std::max(most, later);
        EXPECT_NE(receptions[0].fate.delivered, receptions[1].fate.delivered - SimDuration::milliseconds(1));
    }
    EXPECT_GE(least, SimDuration::milliseconds(30));
    EXPECT_LT(least, SimDuration::milliseconds(31));
    EXPECT_LE(most, SimDuration::milliseconds(40));
    EXPECT_GT(most, SimDuration::milliseconds(39));
}

TEST(Faults, DuplicatesFollowTheirOriginals) {
    RadioFault f = fault(Kind::duplicate);
    f.delay = SimDuration::milliseconds(30);
    f.receivers = {AgentId{2}, AgentId{3}, AgentId{4}};
    Case c({f});
    const auto receptions = c.apply(message(0, 1, at_ms(5)));
    EXPECT_EQ(outcomes(receptions),
              (std::vector{kDelivered, kDelivered, kDuplicate, kWeak, kDelivered, kDuplicate}));
    EXPECT_EQ(receptions[2].fate.receiver, AgentId{2});
    EXPECT_EQ(receptions[2].fate.delivered, at_ms(5 + 2 + 30));
    EXPECT_EQ(c.count(FaultCounter::duplicated), 2U);
}

TEST(Faults, DuplicatesOfDuplicatesDoNotMultiply) {
    Case c(std::vector<RadioFault>(10, fault(Kind::duplicate)));
    EXPECT_EQ(c.apply(message(0, 1, at_ms(5))).size(), 3 * 11U + 1);
}

TEST(Faults, CorruptFlipsTheGivenNumberOfBitsForEachReceiver) {
    for (const std::uint32_t bits : {0U, 1U, 3U, 160U, 300U, 320U, 100'000U}) {
        RadioFault f = fault(Kind::corrupt);
        f.bits = bits;
        Case c({f});
        const auto receptions = c.apply(message(0, 1, at_ms(5)));
        for (const std::size_t r : {0, 1, 3}) {
            if (bits == 0) {
                EXPECT_EQ(receptions[r].fate.outcome, kDelivered);
                continue;
            }
            EXPECT_EQ(receptions[r].fate.outcome, kAltered);
            const ByteView got = c.faults.payload(receptions[r].payload);
            ASSERT_EQ(got.size(), c.payload.size());
            int flipped = 0;
            for (std::size_t i = 0; i < got.size(); ++i)
                flipped += std::popcount(std::to_integer<unsigned>(got[i] ^ c.payload[i]));
            EXPECT_EQ(static_cast<std::uint32_t>(flipped), std::min(bits, 320U));
        }
        if (bits == 0 || bits >= 320) continue;
        const ByteView first = c.faults.payload(receptions[0].payload);
        const ByteView second = c.faults.payload(receptions[1].payload);
        EXPECT_FALSE(std::equal(first.begin(), first.end(), second.begin())) << bits;
    }
}

TEST(Faults, AnEmptyPayloadIsNotCorrupted) {
    Case c({fault(Kind::corrupt)});
    c.payload.clear();
    EXPECT_EQ(outcomes(c.apply(message(0, 1, at_ms(5)))),
              (std::vector{kDelivered, kDelivered, kWeak, kDelivered}));
    EXPECT_EQ(c.count(FaultCounter::corrupted), 0U);
}

TEST(Faults, AlterGivesAllReceiversTheSameOctets) {
    RadioFault f = fault(Kind::alter);
    f.field = "coreData.speed";
    f.value = "700";
    Case c({f});
    const auto receptions = c.apply(message(0, 1, at_ms(5)));
    EXPECT_EQ(outcomes(receptions), (std::vector{kAltered, kAltered, kWeak, kAltered}));
    EXPECT_EQ(receptions[0].payload, receptions[3].payload);
    EXPECT_EQ(receptions[2].payload, 0U);
    Bytes expected;
    ASSERT_TRUE(alter_field(c.payload, f.field, f.value, expected));
    const ByteView got = c.faults.payload(receptions[0].payload);
    EXPECT_TRUE(std::equal(got.begin(), got.end(), expected.begin(), expected.end()));
    EXPECT_EQ(c.count(FaultCounter::altered), 3U);
}

TEST(Faults, AnImpossibleAlterationChangesNothingAndCountsOnce) {
    RadioFault f = fault(Kind::alter);
    f.field = "coreData.velocity";
    f.value = "700";
    Case c({f});
    EXPECT_EQ(outcomes(c.apply(message(0, 1, at_ms(5)))),
              (std::vector{kDelivered, kDelivered, kWeak, kDelivered}));
    EXPECT_EQ(c.count(FaultCounter::alter_in_vain), 1U);
    EXPECT_EQ(c.count(FaultCounter::altered), 0U);
    c.payload = {std::byte{1}};
    c.apply(message(0, 2, at_ms(5)));
    EXPECT_EQ(c.count(FaultCounter::alter_in_vain), 2U);
}

TEST(Faults, SettingTheSameValueAltersNothing) {
    RadioFault f = fault(Kind::alter);
    f.field = "coreData.speed";
    f.value = "0";
    Case c({f});
    EXPECT_EQ(c.apply(message(0, 1, at_ms(5)))[0].fate.outcome, kDelivered);
    EXPECT_EQ(c.count(FaultCounter::alter_in_vain) + c.count(FaultCounter::altered), 0U);
}

TEST(Faults, ApplyInTheOrderOfTheScenario) {
    RadioFault alter = fault(Kind::alter), twice = fault(Kind::duplicate), late = fault(Kind::delay);
    alter.field = "coreData.speed";
    alter.value = "700";
    late.delay = SimDuration::milliseconds(7);
    late.receivers = {AgentId{1}};
    Case c({alter, twice, late});
    const auto receptions = c.apply(message(0, 1, at_ms(5)));
    ASSERT_EQ(outcomes(receptions),
              (std::vector{kAltered, kDuplicate, kAltered, kDuplicate, kWeak, kAltered, kDuplicate}));
    EXPECT_EQ(receptions[0].payload, receptions[1].payload);
    EXPECT_EQ(receptions[1].fate.delivered, at_ms(5 + 1 + 7)) << "the copy is late as well";

    Case other({twice, alter});
    const auto both = other.apply(message(0, 1, at_ms(5)));
    EXPECT_EQ(both[1].fate.outcome, kDuplicate);
    EXPECT_EQ(both[1].payload, both[0].payload);

    Case lost({fault(Kind::loss), twice});
    EXPECT_EQ(lost.apply(message(0, 1, at_ms(5))).size(), 4U) << "a lost message has no duplicate";
}

TEST(Faults, CorruptedPayloadsAreAlteredSeparately) {
    RadioFault corrupt = fault(Kind::corrupt), alter = fault(Kind::alter);
    corrupt.receivers = {AgentId{1}};
    corrupt.bits = 200;
    alter.field = "coreData.speed";
    alter.value = "700";
    Case c({corrupt, alter});
    const auto receptions = c.apply(message(0, 1, at_ms(5)));
    EXPECT_NE(receptions[0].payload, receptions[1].payload);
    EXPECT_EQ(receptions[1].payload, receptions[3].payload);
}

TEST(Faults, ChanceIsIndependentForEachMessageAndReceiver) {
    RadioFault f = fault(Kind::loss);
    f.probability = 0.3;
    Case c({f}), other({f}, 2), alone({f});
    int lost = 0, differ = 0;
    constexpr int kMessages = 2000;
    for (std::uint64_t i = 1; i <= kMessages; ++i) {
        const channel::Transmission t = message(0, i, at_ms(5));
        const auto receptions = c.apply(t);
        lost += receptions[0].fate.outcome == kFault;
        differ += receptions[0].fate.outcome != other.apply(t)[0].fate.outcome;
        std::vector<Reception> one{four(t.time)[3]};
        alone.faults.apply(t, 20, alone.payload, one);
        EXPECT_EQ(one[0].fate.outcome, receptions[3].fate.outcome) << "other receivers do not matter";
    }
    EXPECT_NEAR(lost, 0.3 * kMessages, 4 * std::sqrt(0.21 * kMessages));
    EXPECT_NEAR(differ, 0.42 * kMessages, 4 * std::sqrt(0.25 * kMessages))
        << "another seed must give independent chance";
}

TEST(Faults, SilenceKeepsRadiosQuiet) {
    RadioFault f = fault(Kind::silence);
    f.senders = {AgentId{5}};
    f.until = at_ms(20);
    Case c({f});
    EXPECT_TRUE(c.faults.silences(message(5, 1, at_ms(10)), 20));
    EXPECT_FALSE(c.faults.silences(message(5, 2, at_ms(20)), 20));
    EXPECT_FALSE(c.faults.silences(message(6, 1, at_ms(10)), 20));
    EXPECT_EQ(c.count(FaultCounter::silenced), 1U);
    EXPECT_EQ(outcomes(c.apply(message(5, 1, at_ms(10)))),
              (std::vector{kDelivered, kDelivered, kWeak, kDelivered}))
        << "silence changes nothing at the receivers";
}

TEST(Ghosts, RepeatOverheardMessagesAfterTheirDelay) {
    RadioFault f = fault(Kind::ghost);
    f.ghost = AgentId{9};
    f.senders = {AgentId{5}};
    f.delay = SimDuration::milliseconds(30);
    Faults faults({f}, 1);
    const Bytes payload = from_hex(kParked);
    faults.overhear(config::Medium::cv2x, message(5, 1, at_ms(10)), 20, payload);
    faults.overhear(config::Medium::cv2x, message(6, 1, at_ms(11)), 20, payload);
    faults.overhear(config::Medium::cv2x, message(5, 2, at_ms(12)), 20, {});
    EXPECT_TRUE(faults.take_ghost_messages(at_ms(40)).empty());
    const auto& due = faults.take_ghost_messages(at_ms(100));
    ASSERT_EQ(due.size(), 2U);
    EXPECT_EQ(due[0].medium, config::Medium::cv2x);
    EXPECT_EQ(due[0].transmission.sender, AgentId{9});
    EXPECT_EQ(due[0].transmission.sequence, 1U);
    EXPECT_EQ(due[0].transmission.time, at_ms(40));
    EXPECT_EQ(due[0].transmission.bytes, payload.size());
    EXPECT_EQ(due[0].payload, payload);
    EXPECT_EQ(due[1].transmission.sequence, 2U);
    EXPECT_TRUE(faults.take_ghost_messages(at_ms(1000)).empty()) << "each message is repeated once";
    EXPECT_EQ(faults.counters().get(FaultCounter::ghosts_sent), 2U);
}

TEST(Ghosts, SendCapturedMessagesInOrder) {
    RadioFault f = fault(Kind::ghost), other = f;
    f.ghost = AgentId{9};
    f.until = at_ms(300);
    f.captured = {{at_ms(200), {std::byte{2}}}, {at_ms(100), {std::byte{1}}}, {at_ms(300), {std::byte{3}}}};
    other.ghost = AgentId{8};
    other.captured = {{at_ms(200), {std::byte{4}}}};
    Faults faults({f, other}, 1);
    faults.overhear(config::Medium::dsrc, message(5, 1, at_ms(10)), 20, {});
    const auto& due = faults.take_ghost_messages(at_ms(1000));
    ASSERT_EQ(due.size(), 3U);
    EXPECT_EQ(due[0].payload, (Bytes{std::byte{1}}));
    EXPECT_EQ(due[1].payload, (Bytes{std::byte{4}}));
    EXPECT_EQ(due[2].payload, (Bytes{std::byte{2}}));
    EXPECT_EQ(due[0].transmission.sequence, 1U);
    EXPECT_EQ(due[1].transmission.sequence, 1U);
    EXPECT_EQ(due[2].transmission.sequence, 2U);
}

TEST(Ghosts, SendTheSameForAnyHeartbeat) {
    RadioFault f = fault(Kind::ghost);
    f.ghost = AgentId{9};
    f.delay = SimDuration::milliseconds(3);
    f.jitter = SimDuration::milliseconds(40);
    f.probability = 0.5;
    const auto run = [&](std::int64_t heartbeat_ms) {
        Faults faults({f}, 1);
        std::vector<std::pair<SimTime, Bytes>> repeated;
        for (std::int64_t now = 0; now < 400; now += heartbeat_ms) {
            for (std::int64_t t = now; t < now + heartbeat_ms; ++t)
                faults.overhear(config::Medium::dsrc, message(1, static_cast<std::uint64_t>(t), at_ms(t)), 20,
                                Bytes{static_cast<std::byte>(t)});
            for (const GhostMessage& g : faults.take_ghost_messages(at_ms(now + heartbeat_ms)))
                repeated.emplace_back(g.transmission.time, g.payload);
        }
        return repeated;
    };
    const auto repeated = run(5);
    EXPECT_GT(repeated.size(), 100U);
    EXPECT_LT(repeated.size(), 300U);
    EXPECT_EQ(repeated, run(1));
    EXPECT_EQ(repeated, run(100));
}

TEST(Ghosts, RememberABoundedNumber) {
    RadioFault f = fault(Kind::ghost);
    f.ghost = AgentId{9};
    f.delay = SimDuration::seconds(100);
    Faults faults({f}, 1);
    for (std::uint64_t i = 1; i <= Faults::kGhostMessagesMax + 3; ++i)
        faults.overhear(config::Medium::dsrc, message(1, i, at_ms(1)), 20, {});
    EXPECT_EQ(faults.counters().get(FaultCounter::ghosts_dropped), 3U);
    EXPECT_EQ(faults.take_ghost_messages(at_ms(1'000'000)).size(), Faults::kGhostMessagesMax);
}

}  // namespace
}  // namespace synchrono::comm_server::faults
