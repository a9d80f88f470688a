// Proves that only a join request is read as one, and that the answers to admitted and to declined
// clients carry everything that the world has decided.
#include "server/transport/handshake/join_messages.hpp"

#include <gmock/gmock.h>

#include "common/base/limits.hpp"

namespace synchrono::server::transport {
namespace {

using ::testing::HasSubstr;

TEST(ReadFirstFrame, TakesARequestAndNothingElse) {
    ClientFrame frame;
    frame.mutable_join()->add_agents()->set_name("car");
    const auto request = read_first_frame(as_byte_view(frame.SerializeAsString()));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->join().agents(0).name(), "car");
    for (const char* const bytes : {"", "garbage!"}) {
        const auto no = read_first_frame(as_byte_view(bytes));
        ASSERT_FALSE(no) << bytes;
        EXPECT_EQ(no.error().reason, JoinDeclined::MALFORMED);
        EXPECT_EQ(no.error().text, "the first frame is not a join request");
    }
}

TEST(DeclinedTooLong, NamesTheLimit) {
    EXPECT_EQ(declined_too_long().reason, JoinDeclined::MALFORMED);
    EXPECT_THAT(declined_too_long().text, HasSubstr(std::to_string(limits::kFrameBytesMax)));
}

TEST(AcceptedAs, CarriesTheWholeWelcome) {
    Admission welcome{.heartbeat = SimDuration::milliseconds(5),
                      .gate = {GatePolicy::Kind::window, 2},
                      .start = Tick{7},
                      .reached = Tick{4},
                      .silence_limit = WallDuration::seconds(1)};
    JoinAccepted accepted = accepted_as(welcome);
    EXPECT_EQ(accepted.heartbeat_ns(), 5'000'000);
    EXPECT_EQ(accepted.gate().window_heartbeats(), 2);
    EXPECT_EQ(accepted.start_ns(), 35'000'000);
    EXPECT_EQ(accepted.now_ns(), 20'000'000);
    EXPECT_EQ(accepted.silence_limit_ns(), 1'000'000'000);
    welcome.gate = {GatePolicy::Kind::exact, 3};
    accepted = accepted_as(welcome);
    EXPECT_FALSE(accepted.gate().has_window_heartbeats());
    EXPECT_EQ(accepted.gate().exact_lag_heartbeats(), 3);
}

TEST(DeclinedAs, CarriesReasonAndText) {
    const JoinDeclined declined = declined_as({JoinDeclined::FULL, "the server is full"});
    EXPECT_EQ(declined.reason(), JoinDeclined::FULL);
    EXPECT_EQ(declined.text(), "the server is full");
}

}  // namespace
}  // namespace synchrono::server::transport
