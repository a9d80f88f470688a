/// The radio of a scenario: how messages travel, which faults the scenario adds, and which senders there are
/// besides the agents. docs/radio.md explains each key to users.
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

/// The medium that carries a message. The numbers are those of the wire and of logs.
enum class Medium : std::uint8_t { dsrc = 1, cv2x = 2, light = 3 };
inline constexpr std::array<std::pair<std::string_view, Medium>, 3> kMediumNames{
    {{"dsrc", Medium::dsrc}, {"cv2x", Medium::cv2x}, {"light", Medium::light}}};
std::string_view to_text(Medium medium);

/// The names that people use for types of messages, and their J2735 message ids.
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
    Kind kind = Kind::two_ray;  // `two_ray`: the direct ray interferes with its reflection from the ground
    double exponent = 2.2;      // of `log_distance`, which starts from free space at one metre

    friend bool operator==(const PathLoss&, const PathLoss&) = default;
};

/// The shape m of Nakagami fading from the distance `from_m` on. With m = 1 it is Rayleigh fading; with a
/// larger m the power varies less.
struct NakagamiStep {
    double from_m = 0;
    double m = 1;

    friend bool operator==(const NakagamiStep&, const NakagamiStep&) = default;
};

/// The sharing of the medium as in IEEE 802.11p: radios listen before they send.
struct CarrierSense {
    double threshold_dbm = -85;           // above it the medium counts as busy
    std::uint32_t contention_slots = 15;  // the first back-off is drawn from 0 to this
    std::uint32_t aifs_slots = 2;         // silence before the back-off, beyond the short interframe space
    std::uint32_t queue = 4;              // messages that wait in one radio; when full, the oldest is dropped

    friend bool operator==(const CarrierSense&, const CarrierSense&) = default;
};

/// The channel of one medium.
struct RadioChannel {
    enum class Model { ideal, range, fading };
    Model model = Model::ideal;
    SimDuration latency = SimDuration::milliseconds(1);  // of `ideal` and `range`; above 0
    double range_m = 300;                                // of `range`: distance up to which messages arrive
    bool line_of_sight = false;                          // of `range`: true if buildings block messages

    // The members below are for `fading`.
    double power_dbm = 20;          // transmitted power
    double antenna_gain_db = 0;     // of each antenna
    double antenna_height_m = 1.5;  // above the road
    double frequency_hz = 5.89e9;
    double bit_rate_bit_s = 6e6;  // one of the rates of IEEE 802.11p with 10 MHz
    double noise_dbm = -98;       // at the receiver, including its noise figure
    PathLoss path_loss;
    std::vector<NakagamiStep> nakagami = {{0, 3}, {50, 1.5}, {150, 1}};  // ascending, the first from 0
    std::optional<CarrierSense> carrier_sense;

    friend bool operator==(const RadioChannel&, const RadioChannel&) = default;
};

/// The walls of a building, which weaken radio. The straight line from sender to receiver loses power at each
/// wall that it crosses and along each metre inside the building.
struct Building {
    std::vector<std::array<double, 2>> footprint;  // x, y in m; at least 3 corners, the last joins the first
    double wall_loss_db = 9;
    double inside_loss_db_m = 0.4;

    friend bool operator==(const Building&, const Building&) = default;
};

/// A fault of the radio that the scenario asks for.
struct RadioFault {
    enum class Kind {
        loss,       // the message does not arrive
        delay,      // the message arrives later, by `delay` and a uniform random time up to `jitter`
        duplicate,  // the message arrives once more, later by the same times
        corrupt,    // `bits` random bits of the message arrive flipped
        alter,      // the field at path `field` arrives with `value`; no effect if there is no such field
        silence,    // the sender's radio does not send the message
        ghost,      // a sender at `position` sends captured messages or repeats those of others
    };
    Kind kind = Kind::loss;
    SimTime from, until;               // for messages sent at or after `from` and before `until`
    std::vector<AgentId> senders;      // ascending; empty: all
    std::vector<AgentId> receivers;    // ascending; empty: all; not used by `silence` and `ghost`
    std::vector<std::uint16_t> types;  // J2735 message ids, ascending; empty: all
    double probability = 1;            // for each message and receiver; `silence`, `ghost`: for each message
    SimDuration delay, jitter;
    std::uint32_t bits = 1;
    // Path in the message's JSON, within the value of its type: "coreData.speed", "partII[0]...".
    std::string field;
    std::string value;  // JSON text

    // The members below are for `ghost`.
    AgentId ghost;     // the ghost's number as a sender, after those of agents and road-side units
    std::string name;  // the ghost's name
    geo::Vec3 position;
    /// A message that the ghost sends over DSRC, and the time of sending. A ghost without captured messages
    /// repeats the messages of `senders` after `delay` and `jitter`, over the same medium.
    struct Captured {
        SimTime at;
        std::vector<std::byte> payload;
        friend bool operator==(const Captured&, const Captured&) = default;
    };
    std::vector<Captured> captured;

    friend bool operator==(const RadioFault&, const RadioFault&) = default;
};

/// Settings for the basic safety messages that every vehicle with a radio sends.
struct BasicSafety {
    enum class State { truth, sensed };
    SimDuration period = SimDuration::milliseconds(100);
    State state = State::truth;  // whether messages have the true motion or the measurements of sensors
    SimDuration identity_period = SimDuration::seconds(300);  // until the sender's temporary id changes

    friend bool operator==(const BasicSafety&, const BasicSafety&) = default;
};

/// An agent without a vehicle that sends messages about the intersection where it stands.
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
    /// The interval at which clients send and receive radio messages, a whole number of heartbeats. A message
    /// that arrives between two exchanges is seen at the later one.
    SimDuration exchange;
    std::optional<BasicSafety> basic_safety = BasicSafety{};
    std::vector<Building> buildings;
    std::vector<RadioFault> faults;
    std::vector<RoadSideUnit> road_side_units;

    friend bool operator==(const Radio&, const Radio&) = default;
};

}  // namespace synchrono::config
