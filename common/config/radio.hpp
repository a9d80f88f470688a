/// The radio part of a scenario: how messages travel, what is wrong with them on purpose, who speaks besides
/// the vehicles. docs/radio.md tells users what each means.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/intersection.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::config {

/// What carries a message. The numbers are those of the wire and of logs.
enum class Medium : std::uint8_t { dsrc = 1, cv2x = 2, light = 3 };
inline constexpr std::array<std::pair<std::string_view, Medium>, 3> kMediumNames{
    {{"dsrc", Medium::dsrc}, {"cv2x", Medium::cv2x}, {"light", Medium::light}}};
std::string_view to_text(Medium medium);

/// What people call messages, and their J2735 message ids.
inline constexpr std::array<std::pair<std::string_view, std::uint16_t>, 9> kMessageTypes{{{"map", 18},
                                                                                          {"spat", 19},
                                                                                          {"bsm", 20},
                                                                                          {"eva", 22},
                                                                                          {"rsa", 27},
                                                                                          {"srm", 29},
                                                                                          {"ssm", 30},
                                                                                          {"tim", 31},
                                                                                          {"psm", 32}}};

struct PathLoss {
    enum class Kind { two_ray, log_distance };
    Kind kind = Kind::two_ray;  // interference of the direct ray and the one that the ground reflects
    double exponent = 2.2;      // of `log_distance`, from free space at one metre on

    friend bool operator==(const PathLoss&, const PathLoss&) = default;
};

/// The shape of Nakagami fading from this distance on; 1 is Rayleigh, larger is calmer.
struct NakagamiStep {
    double from_m = 0;
    double m = 1;

    friend bool operator==(const NakagamiStep&, const NakagamiStep&) = default;
};

/// How radios share the medium: not at all, or listening before they speak, as IEEE 802.11p has it.
struct CarrierSense {
    double threshold_dbm = -85;           // above it the medium counts as busy
    std::uint32_t contention_slots = 15;  // the first back-off is drawn from 0 to this
    std::uint32_t aifs_slots = 2;         // silence before it, beyond the short interframe space
    std::uint32_t queue = 4;              // messages that wait in one radio; the oldest gives way

    friend bool operator==(const CarrierSense&, const CarrierSense&) = default;
};

/// The channel of one medium.
struct RadioChannel {
    enum class Model { ideal, range, fading };
    Model model = Model::ideal;
    SimDuration latency = SimDuration::milliseconds(1);  // of `ideal` and `range`; above 0
    double range_m = 300;        // of `range`: to this distance everything arrives, beyond it nothing
    bool line_of_sight = false;  // of `range`: buildings block

    // Of `fading`.
    double power_dbm = 20;          // sent
    double antenna_gain_db = 0;     // of each end
    double antenna_height_m = 1.5;  // above the road
    double frequency_hz = 5.89e9;
    double bit_rate_bit_s = 6e6;  // one of those of IEEE 802.11p with 10 MHz
    double noise_dbm = -98;       // of the receiver, its noise figure included
    PathLoss path_loss;
    std::vector<NakagamiStep> nakagami = {{0, 3}, {50, 1.5}, {150, 1}};  // ascending, the first from 0
    std::optional<CarrierSense> carrier_sense;

    friend bool operator==(const RadioChannel&, const RadioChannel&) = default;
};

/// Walls that weaken what passes: each one crossed, and each metre inside.
struct Building {
    std::vector<std::array<double, 2>> footprint;  // x, y in m; at least three corners, closed by itself
    double wall_loss_db = 9;
    double inside_loss_db_m = 0.4;

    friend bool operator==(const Building&, const Building&) = default;
};

/// Something wrong with the radio, as the scenario wants it.
struct RadioFault {
    enum class Kind {
        loss,       // it does not arrive
        delay,      // it arrives `delay` later, and up to `jitter` more, evenly
        duplicate,  // it arrives again, `delay` and up to `jitter` after the first
        corrupt,    // `bits` of its bits, anywhere, arrive flipped
        alter,      // the field `field` arrives as `value`; in vain where the message has no such field
        silence,    // the sender's radio does not send
        ghost,      // a sender at `position` sends captured messages, or repeats what others send
    };
    Kind kind = Kind::loss;
    SimTime from, until;               // of when a message is sent: from here on, and until here
    std::vector<AgentId> senders;      // ascending; empty: all
    std::vector<AgentId> receivers;    // the same; none of `silence` and `ghost`
    std::vector<std::uint16_t> types;  // J2735 message ids, ascending; empty: all
    double probability = 1;            // for each message and receiver by itself
    SimDuration delay, jitter;
    std::uint32_t bits = 1;
    std::string
        field;  // JSON names of the message, from its type's value on: "coreData.speed", "partII[0]..."
    std::string value;  // JSON text

    // Of `ghost`.
    AgentId ghost;     // the sender that it is in logs: follows those of agents and road-side units
    std::string name;  // of the same
    geo::Vec3 position;
    /// What it sends and when, by DSRC. Without any it sends what `senders` sent, `delay` and up to `jitter`
    /// later, by the medium that they used.
    struct Captured {
        SimTime at;
        std::vector<std::byte> payload;
        friend bool operator==(const Captured&, const Captured&) = default;
    };
    std::vector<Captured> captured;

    friend bool operator==(const RadioFault&, const RadioFault&) = default;
};

/// The basic safety messages of every vehicle with a radio.
struct BasicSafety {
    enum class State { truth, sensed };
    SimDuration period = SimDuration::milliseconds(100);
    State state = State::truth;  // what they tell: how it is, or what the vehicle's sensors say
    SimDuration identity_period = SimDuration::seconds(300);  // until a new temporary id

    friend bool operator==(const BasicSafety&, const BasicSafety&) = default;
};

/// An agent without a vehicle that tells of the intersection it stands at.
struct RoadSideUnit {
    AgentId id;  // follows those of Scenario::agents
    std::string name;
    geo::Vec3 position;        // of its antenna
    std::string intersection;  // a key of Scenario::intersections
    Medium medium = Medium::dsrc;

    friend bool operator==(const RoadSideUnit&, const RoadSideUnit&) = default;
};

struct Radio {
    std::map<Medium, RadioChannel> channels;
    /// A client hears and says what there is once in so long, a whole number of heartbeats: what arrives in
    /// between is seen at the next exchange.
    SimDuration exchange;
    std::optional<BasicSafety> basic_safety = BasicSafety{};
    std::vector<Building> buildings;
    std::vector<RadioFault> faults;
    std::vector<RoadSideUnit> road_side_units;

    friend bool operator==(const Radio&, const Radio&) = default;
};

}  // namespace synchrono::config
