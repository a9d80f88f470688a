// Proves that equal radio logs compare as equal, that the first difference between two others is named by
// message, field and receiver, and that a run with a radio differs from a run without.
#include "tools/radio/radio_diff.hpp"

#include <gmock/gmock.h>

#include "tests/support/radio_run.hpp"
#include "tools/logs/log_diff.hpp"
#include "tools/reading/log_analysis.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::make_message;
using testing::RadioRunSetup;
using ::testing::StartsWith;

using Change = std::function<void(RadioTransmission&)>;

class RadioDiff : public testing::RadioRuns {
  protected:
    /// Makes a run in which the message with this index is changed.
    std::filesystem::path changed(const std::string& name, std::size_t index, const Change& change) {
        return make(name, {.change = [=](std::size_t i, RadioTransmission& m) {
                        if (i == index) change(m);
                    }});
    }
    std::string difference(const std::filesystem::path& one, const std::filesystem::path& two) {
        const auto compared = compare_radios(one, two);
        EXPECT_TRUE(compared) << compared.error().text;
        return compared->difference ? compared->difference->text : "";
    }
};

TEST_F(RadioDiff, EqualRadiosHaveNoDifference) {
    const auto compared = compare_radios(make("one"), make("two"));
    ASSERT_TRUE(compared) << compared.error().text;
    EXPECT_TRUE(compared->any);
    EXPECT_EQ(compared->messages, 51U);
    EXPECT_FALSE(compared->difference);
}

TEST_F(RadioDiff, DifferentFieldsAreNamed) {
    // Index 6 is car0's second message: the first round has the messages of four cars, a SPAT and a MAP.
    const auto one = make("one");
    const auto two = changed("two", 6, [](RadioTransmission& m) {
        std::string* payload = m.mutable_payload();
        (*payload)[3] = static_cast<char>((*payload)[3] ^ 0x01);  // a bit of msgCnt
    });
    EXPECT_EQ(difference(one, two),
              "first difference at 0.100 s, on the radio\nBSM 2 of car0, sent at 0.100 s\n"
              "value.BasicSafetyMessage.coreData.msgCnt: 25 -> 29\n");
    const auto compared = compare_radios(one, two);
    EXPECT_EQ(compared->difference->time, SimTime::nanoseconds(100'000'000));
}

TEST_F(RadioDiff, DifferentFatesAreNamedByReceiver) {
    const auto fate = [](RadioTransmission::Outcome outcome) {
        return [outcome](RadioTransmission& m) {
            m.set_outcome(1, outcome);
            m.set_delay_ns(1, outcome == RadioTransmission::DELIVERED ? 1'170'000 : 0);
            m.set_power_dbm(1, 0);
        };
    };
    const auto one = changed("one", 7, fate(RadioTransmission::DELIVERED));
    const auto two = changed("two", 7, fate(RadioTransmission::COLLISION));
    EXPECT_EQ(difference(one, two),
              "first difference at 0.105 s, on the radio\nBSM 2 of car1, sent at 0.105 s\n"
              "at car2: delivered after 1170000 ns, 40 m -> collision, 40 m\n");
}

TEST_F(RadioDiff, MessagesOfOneRunOnlyAreNamed) {
    const auto one = make("one", {.messages = 10});
    const auto two = make("two", {.messages = 9});
    EXPECT_EQ(difference(one, two), "first difference at 0.900 s, on the radio\nonly " + one.string() +
                                        " has BSM 10 of car0, sent at 0.900 s\n");
    EXPECT_EQ(difference(two, one), "first difference at 0.900 s, on the radio\nonly " + one.string() +
                                        " has BSM 10 of car0, sent at 0.900 s\n");
    const auto other = changed("other", 2, [](RadioTransmission& m) { m.set_sequence(77); });
    EXPECT_EQ(difference(one, other), "first difference at 0.010 s, on the radio\nonly " + one.string() +
                                          " has BSM 1 of car2, sent at 0.010 s\n");
}

TEST_F(RadioDiff, OrderLoadAndStationsAreCompared) {
    const auto file = [&](const std::string& name, const std::vector<int>& order, float busy,
                          const std::string& station) {
        testing::RadioLogFile log(root_ / name);
        log.station(0, station);
        for (const int i : order) log.message(100, make_message(0, static_cast<std::uint64_t>(i), 10 * i));
        RadioLoad load;
        load.add_station(0);
        load.add_busy_ratio(busy);
        log.load(1'000'000'000, load);
        log.close();
        return root_ / name;
    };
    const auto one = file("one", {1, 2}, 0.25, "car0");
    EXPECT_THAT(difference(one, file("two", {2, 1}, 0.25, "car0")),
                HasSubstr("in another order: BSM 1 of car0, sent at 0.00000001 s -> BSM 2 of car0"));
    EXPECT_EQ(difference(one, file("three", {1, 2}, 0.5, "car0")),
              "first difference at 1.000 s, on the radio\nthe load of /radio/dsrc/load at 1.000 s\ncar0: "
              "busy 0.25 -> 0.5\n");
    EXPECT_THAT(difference(one, file("four", {1, 2}, 0.25, "bus")),
                AllOf(StartsWith("first difference at 0.000 s, on the radio\ncar0 joining at 0.000 s\n"),
                      HasSubstr("bus")));
}

TEST_F(RadioDiff, ARadioInOneRunOnlyIsADifference) {
    const auto one = make("one");
    std::filesystem::create_directory(root_ / "two");
    EXPECT_EQ(difference(one, root_ / "two"), "only " + one.string() + " had a radio\n");
    EXPECT_EQ(difference(root_ / "two", one), "only " + one.string() + " had a radio\n");
    const auto neither = compare_radios(root_ / "two", root_ / "two");
    ASSERT_TRUE(neither);
    EXPECT_FALSE(neither->any);
    EXPECT_FALSE(neither->difference);
}

TEST_F(RadioDiff, CutLogsAreNamed) {
    const auto one = make("one"), two = make("two");
    std::filesystem::resize_file(two / "radio.mcap", 40);
    EXPECT_THAT(difference(one, two),
                AllOf(HasSubstr("only " + one.string() + " has car0 joining at 0.000 s\n"),
                      HasSubstr("two/radio.mcap ends at byte 40")));
}

TEST_F(RadioDiff, EveryFieldIsCompared) {
    auto one = make_message(0, 1, 100);
    add_receiver(one, 1, RadioTransmission::DELIVERED, 5, 1, -60);
    const auto name = [](std::uint32_t station) { return fmt::format("s{}", station); };
    EXPECT_TRUE(message_differences(one, one, name).empty());
    const std::pair<const char*, Change> cases[] = {
        {"medium: dsrc -> light", [](auto& m) { m.set_medium(LIGHT); }},
        {"type: BSM -> SPAT", [](auto& m) { m.set_type(19); }},
        {"sent_ns: 100 -> 101", [](auto& m) { m.set_sent_ns(101); }},
        {"x_m: 0 -> 1.5", [](auto& m) { m.set_x_m(1.5); }},
        {"y_m: 0 -> 1.5", [](auto& m) { m.set_y_m(1.5); }},
        {"z_m: 0 -> 1.5", [](auto& m) { m.set_z_m(1.5); }},
        {"on the air: yes -> silenced by a fault",
         [](auto& m) {
             m.set_on_air(false);
             m.set_not_sent(RadioTransmission::SILENCED);
         }},
        {"on_air_ns: 100 -> 7", [](auto& m) { m.set_on_air_ns(7); }},
        {"airtime_ns: 100000 -> 7", [](auto& m) { m.set_airtime_ns(7); }},
        {"at s1: delivered after 5 ns, 1 m, -60 dBm -> delivered after 6 ns, 1 m, -60 dBm",
         [](auto& m) { m.set_delay_ns(0, 6); }},
        {"at s1: delivered after 5 ns, 1 m, -60 dBm -> delivered after 5 ns, 1 m, -61 dBm",
         [](auto& m) { m.set_power_dbm(0, -61); }},
        {"at s2: no candidate -> too weak, 3 m",
         [](auto& m) { add_receiver(m, 2, RadioTransmission::WEAK, 0, 3); }},
    };
    for (const auto& [line, change] : cases) {
        auto two = one;
        change(two);
        EXPECT_THAT(message_differences(one, two, name), ElementsAre(line));
    }
    auto two = one;
    two.set_payload("\x01");
    EXPECT_THAT(message_differences(one, two, name).at(0), StartsWith("payload: 0014"));
    two = one;
    two.clear_receiver();
    two.clear_outcome();
    EXPECT_THAT(message_differences(one, two, name),
                ElementsAre("at s1: delivered after 5 ns, 1 m, -60 dBm -> no candidate"));
}

TEST_F(RadioDiff, RunsAreComparedWithTheirRadios) {
    const auto one = make("one");
    const auto same = logs::compare_runs(one, make("same"));
    ASSERT_TRUE(same) << same.error().text;
    EXPECT_FALSE(same->difference);
    EXPECT_EQ(same->radio_messages, 51U);
    EXPECT_EQ(same->agents, 1U) << "late messages are not an agent";
    const auto other =
        logs::compare_runs(one, changed("other", 6, [](RadioTransmission& m) { m.set_x_m(99); }));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->difference,
              "first difference at 0.100 s, on the radio\nBSM 2 of car0, sent at 0.100 s\nx_m: 1 -> 99\n");
}

TEST_F(RadioDiff, LateMessagesAreNotCountedAsAgents) {
    const auto info = reading::inspect_run(make("run", {.late = 3}));
    ASSERT_TRUE(info) << info.error().text;
    ASSERT_EQ(info->agents.size(), 1U);
    EXPECT_EQ(info->agents[0].name, "car1");
    EXPECT_EQ(info->agents[0].messages, 1U);
}

}  // namespace
}  // namespace synchrono::tools::radio
