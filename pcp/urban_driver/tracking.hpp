/// The others that the vehicle's own sensors see. Object lists come late and at different rates, are relative
/// to where the vehicle was at the measurement, miss objects that are there and hold some that are not.
/// Tracking turns them into others in the world as they are now: it converts each sighting with the vehicle's
/// pose at the measurement, smooths it and extrapolates it. An object is believed once it has been seen twice
/// and forgotten when it has not been seen for half a second. Sightings of one object by several sensors are
/// merged.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/sensors.hpp"

namespace synchrono::pcp {

/// Keeps the traces of objects.
/// Threading: one thread.  Owns: the traces.
class Tracking {
  public:
    /// Takes in the vehicle's pose and the samples that have arrived. Must be called at every step.
    void take(std::int64_t now_ns, const SynMotion& ego, const Sensors& sensors);
    /// Returns whether the vehicle has a sensor that lists objects; known after the first step.
    bool sees() const { return !eyes_.empty(); }

    /// Returns the objects that are believed, where they are now, ascending by `agent`. That number is given
    /// by Tracking and is not the number of any agent. Valid until the next call.
    std::span<const SynOther> others(std::int64_t now_ns);
    /// Returns whether a place is within the view of a sensor, as of the last step. Does not consider what
    /// may stand in between.
    bool looks_at(Point place) const;

  private:
    struct Eye {               // a sensor that lists objects
        std::uint32_t sensor;  // its position in the list of sensors
        SynVec3 position;
        SynQuaternion orientation;
        std::int64_t keep_ns;  // how long after a measurement an object is kept that is not seen again
        double view_rad = 0, range_m = 0;
    };
    struct Pose {
        std::int64_t time_ns;
        SynVec3 position;
        SynQuaternion orientation;
    };
    struct Sighting {
        std::uint32_t id, kind;
        Point at, velocity, heading;
        double length_m, width_m, height_m;
        bool taken;
    };
    struct Trace {  // an object over time
        std::uint32_t number, kind;
        std::uint32_t seen;     // how many times
        std::int64_t time_ns;   // to which the motion below belongs
        std::int64_t until_ns;  // when it is forgotten
        Point at, velocity, heading;
        double acceleration_m_s2;                  // along its heading
        double place_noise_m2, speed_noise_m2_s2;  // variances of its measurements, on each axis
        double length_m, width_m, height_m;
        bool taken;  // matched by a sighting of the list that is being read

        void reckon_on(std::int64_t to_ns);
        void correct(std::int64_t time_ns, const Sighting& sighting);
    };
    struct Name {  // the id by which a sensor knows a trace
        std::uint32_t sensor, id, number;
    };

    void notice(const Sensors& sensors);
    Pose pose_at(std::int64_t time_ns) const;
    void read(const SynSample& sample, const Eye& eye, const SynObjects& list);
    Trace* named(std::uint32_t sensor, std::uint32_t id);
    Trace* nearest(const Sighting& sighting, std::int64_t time_ns);
    bool forget_farthest(Point than);
    void match(const SynSample& sample, const Eye& eye, Sighting& sighting, Trace* trace);

    bool noticed_ = false;
    std::vector<Eye> eyes_;
    std::int64_t delay_ns_max_ = 0;
    std::vector<Pose> poses_;    // ascending by time; reach back as far as the oldest measurement may
    std::vector<Trace> traces_;  // ascending by number
    std::vector<Name> names_;
    std::vector<Sighting> sightings_;
    std::vector<SynOther> others_;
    std::uint32_t numbers_ = 0;
};

}  // namespace synchrono::pcp
