/// The others that the vehicle's own sensors see. Object lists come late and at different rates, are relative
/// to where the vehicle was at the measurement, miss objects that are there and hold some that are not.
/// Tracking converts them to others in the world as they are now: it converts each sighting with the
/// vehicle's pose at the measurement, smooths it and extrapolates it. An object is believed once it has been
/// seen twice, and forgotten when it has not been seen for half a second or, if that is longer, for three
/// periods of the sensor. Sightings of one object by several sensors are merged.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/sensors.hpp"

namespace synchrono::pcp::urban_driver {

/// Keeps the traces of objects.
/// Threading: one thread.  Owns: the traces.
class Tracking {
  public:
    /// Takes in the vehicle's pose and the samples that have arrived. Must be called at every step.
    void update(std::int64_t now_ns, const SynMotion& ego, const Sensors& sensors);
    /// Returns whether the vehicle has a sensor that lists objects; known after the first step.
    bool has_sensors() const { return !object_sensors_.empty(); }

    /// Returns the objects that are believed, where they are now, ascending by `agent`, valid until the next
    /// call. Tracking makes up the numbers in `agent`; they are not the numbers of agents.
    std::span<const SynOther> others(std::int64_t now_ns);
    /// Returns whether a place was within the view of a sensor at the last step. Does not consider what may
    /// stand in between.
    bool looks_at(driving::Point place) const;

  private:
    struct ObjectSensor {      // a sensor that lists objects
        std::uint32_t sensor;  // its position in the list of sensors
        SynVec3 position;
        SynQuaternion orientation;
        std::int64_t keep_ns;  // how long after its last measurement an object is kept
        double view_rad = 0, range_m = 0;
    };
    struct Pose {
        std::int64_t time_ns;
        SynVec3 position;
        SynQuaternion orientation;
    };
    struct Sighting {
        std::uint32_t id, kind;
        driving::Point at, velocity, heading;
        double length_m, width_m, height_m;
        bool taken;
    };
    struct Trace {  // an object over time
        std::uint32_t number, kind;
        std::uint32_t seen;     // how many times
        std::int64_t time_ns;   // to which the motion below belongs
        std::int64_t until_ns;  // when it is forgotten
        driving::Point at, velocity, heading;
        double acceleration_m_s2;                  // along its heading
        double place_noise_m2, speed_noise_m2_s2;  // variances of its measurements, on each axis
        double length_m, width_m, height_m;
        bool taken;  // matched by a sighting of the list that is being read

        void extrapolate(std::int64_t to_ns);
        void correct(std::int64_t time_ns, const Sighting& sighting);
    };
    struct TraceId {  // the id by which a sensor knows a trace
        std::uint32_t sensor, id, number;
    };

    void find_sensors(const Sensors& sensors);
    Pose pose_at(std::int64_t time_ns) const;
    void add_list(const SynSample& sample, const ObjectSensor& eye, const SynObjects& list);
    Trace* trace_of_id(std::uint32_t sensor, std::uint32_t id);
    Trace* nearest(const Sighting& sighting, std::int64_t time_ns);
    bool forget_farthest(driving::Point than);
    void add_to_trace(const SynSample& sample, const ObjectSensor& eye, Sighting& sighting, Trace* trace);

    bool found_sensors_ = false;
    std::vector<ObjectSensor> object_sensors_;
    std::int64_t delay_ns_max_ = 0;
    std::vector<Pose> poses_;    // ascending by time; the first is as old as a measurement may be
    std::vector<Trace> traces_;  // ascending by number
    std::vector<TraceId> trace_ids_;
    std::vector<Sighting> sightings_;
    std::vector<SynOther> others_;
    std::uint32_t numbers_ = 0;
};

}  // namespace synchrono::pcp::urban_driver
