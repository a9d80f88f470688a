// Measures the time to encode and to decode three kinds of message: a BSM with part I only, a SPAT of one
// intersection with 16 movements, and a MAP of one intersection with 16 lanes. As in a client, messages
// differ from each other and memory is reused. The columns to watch have the ratio to the time of a memcpy of
// the same octets in the same run.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>

#include "bench/table.hpp"
#include "common/base/contract.hpp"
#include "common/base/random.hpp"
#include "common/j2735/codec.hpp"

namespace {

using namespace synchrono;
using namespace synchrono::j2735;

constexpr std::size_t kMessages = 64;
constexpr int kRounds = 2'000;      // short ones; the shortest counts, because disturbances only add time
constexpr std::size_t kPasses = 8;  // over all messages, in each round

MessageFrame bsm(Random& random) {
    BasicSafetyMessage message;
    BsmCoreData& core = message.core_data;
    core.msg_cnt = static_cast<std::uint8_t>(random.below(128));
    core.sec_mark = static_cast<std::uint16_t>(random.below(60'000));
    core.lat = 420'000'000 + static_cast<std::int32_t>(random.below(1'000'000));
    core.lon = -830'000'000 + static_cast<std::int32_t>(random.below(1'000'000));
    core.elev = 2'500;
    core.transmission = TransmissionState::forward_gears;
    core.speed = static_cast<std::uint16_t>(random.below(2'000));
    core.heading = static_cast<std::uint16_t>(random.below(28'800));
    core.accel_set = {.lon = static_cast<std::int16_t>(random.below(300)), .lat = 3, .vert = 0, .yaw = -20};
    core.size = {.width = 180, .length = 480};
    return {.value = message};
}

MessageFrame spat(Random& random) {
    IntersectionState intersection;
    intersection.id.id = 12'109;
    intersection.moy = 300'000;
    intersection.time_stamp = static_cast<std::uint16_t>(random.below(60'000));
    for (std::uint8_t group = 1; group <= 16; ++group) {
        TimeChangeDetails timing;
        timing.min_end_time = static_cast<std::uint16_t>(random.below(36'000));
        timing.max_end_time = static_cast<std::uint16_t>(random.below(36'000));
        MovementState state;
        state.signal_group = group;
        state.state_time_speed = {
            {.event_state = static_cast<MovementPhaseState>(random.below(10)), .timing = timing}};
        intersection.states.push_back(state);
    }
    Spat message;
    message.intersections = {intersection};
    return {.value = message};
}

MessageFrame map(Random& random) {
    IntersectionGeometry intersection;
    intersection.id.id = 12'109;
    intersection.ref_point = {.lat = 420'000'000, .lon = -830'000'000};
    intersection.lane_width = 366;
    for (std::uint8_t id = 1; id <= 16; ++id) {
        GenericLane lane;
        lane.lane_id = id;
        lane.ingress_approach = static_cast<std::uint8_t>(id / 4);
        lane.maneuvers = AllowedManeuvers(0x800);
        std::vector<NodeXy> nodes(6);
        for (NodeXy& node : nodes)
            node.delta = NodeXy26b{.x = static_cast<std::int16_t>(random.below(4'000)), .y = -700};
        lane.node_list = nodes;
        lane.connects_to = {
            {.connecting_lane = {.lane = static_cast<std::uint8_t>(id + 16)}, .signal_group = id}};
        intersection.lane_set.push_back(lane);
    }
    MapData message;
    message.layer_type = LayerType::intersection_data;
    message.intersections = {intersection};
    return {.value = message};
}

/// Returns nanoseconds per message. `work(i)` encodes, decodes or copies message i.
template <typename Work>
double ns_of(Work work) {
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < kRounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t pass = 0; pass < kPasses; ++pass) {
            for (std::size_t i = 0; i < kMessages; ++i) work(i);
        }
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / static_cast<double>(kPasses * kMessages));
    }
    return best;
}

/// Makes the compiler assume that the memory is read, so that it does not leave the work out.
void use(const void* memory) { asm volatile("" : : "g"(memory) : "memory"); }

void measure(const bench::Table& table, const std::string& name, MessageFrame (*make)(Random&)) {
    Random random(1);
    std::vector<MessageFrame> frames;
    std::vector<Bytes> encoded(kMessages);
    std::size_t octets = 0;
    for (std::size_t i = 0; i < kMessages; ++i) {
        frames.push_back(make(random));
        SYN_REQUIRE(encode(frames[i], encoded[i]));
        octets += encoded[i].size();
    }
    const double size = static_cast<double>(octets) / kMessages;

    Bytes out(4'096);
    const double copy = ns_of([&](std::size_t i) {
        std::memcpy(out.data(), encoded[i].data(), encoded[i].size());
        use(out.data());
    });
    const double encoding = ns_of([&](std::size_t i) {
        SYN_REQUIRE(encode(frames[i], out));
        use(out.data());
    });
    MessageFrame frame;
    const double decoding = ns_of([&](std::size_t i) {
        SYN_REQUIRE(decode(encoded[i], frame));
        use(&frame);
    });
    const auto ns = [](double value) { return fmt::format("{} ns", bench::with_commas(value)); };
    table.row({name, fmt::format("{:.0f}", size), ns(encoding), fmt::format("{:.0f}", encoding / copy),
               ns(decoding), fmt::format("{:.0f}", decoding / copy), fmt::format("{:.1f} ns", copy)});
}

}  // namespace

int main() {
    const bench::Table table({"message", "octets", "encode", "memcpys", "decode", "memcpys", "memcpy"});
    measure(table, "BSM, part I", bsm);
    measure(table, "SPAT, 16 movements", spat);
    measure(table, "MAP, 16 lanes of 6 nodes", map);
}
