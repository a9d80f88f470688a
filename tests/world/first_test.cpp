#include <gtest/gtest.h>
#include "tests/world/fleet.hpp"
using namespace synchrono;
using namespace synchrono::testing;
TEST(First, Runs) {
    for (auto kind : {config::GatePolicy::Kind::window, config::GatePolicy::Kind::exact}) {
        FleetSetup s;
        s.gate = {kind, kind == config::GatePolicy::Kind::window ? 2 : 1};
        s.faults.delay_min = WallDuration::microseconds(50);
        s.faults.delay_max = WallDuration::microseconds(500);
        Fleet fleet(s);
        fleet.run();
        EXPECT_TRUE(fleet.all_finished());
        for (std::size_t i = 0; i < 3; ++i) std::printf("client %zu tick %ld reason %s\n", i, (long)fleet.tick(i).index, fleet.reason(i).c_str());
        for (auto& v : fleet.violations()) ADD_FAILURE() << v;
        fleet.run_until([&] { return fleet.world().ended().has_value(); }, WallDuration::seconds(5));
        std::printf("server: %s\n", fleet.world().ended() ? fleet.world().ended()->why.c_str() : "-");
    }
}
