#include "pcp/urban_driver/tracking.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr std::uint32_t kSeenMin = 2;            // sightings before an object is believed
constexpr std::int64_t kKeep = 500'000'000;      // ns for which an unseen object is kept
constexpr std::int64_t kKeepPeriods = 3;         // the same in periods of its sensor; the longer time counts
constexpr std::size_t kTracesMax = 1024;         // at most; the farthest are removed
constexpr double kSameVehicle = 2.5, kSame = 1;  // m; a sighting with a new id belongs to a trace this near
// Share of a new measurement in a trace, if measurements scatter by no more than kExact_m or kExact_m_s.
constexpr double kGain = 0.5;
constexpr double kExact_m = 0.3, kExact_m_s = 0.3;
constexpr double kSizeGain = 0.2;      // share of a new measurement of the size
constexpr double kNoiseGain = 0.1;     // share of a new deviation in the variances
constexpr double kStandsSigmas = 2.5;  // standard deviations of the speed; a slower vehicle is taken to stand
constexpr double kStandsMax = 1;       // m/s; a faster vehicle is never taken to stand
constexpr double kStep = 0.05;         // s; shorter intervals count as this one in accelerations
constexpr double kAccelerates = 0.5;   // s; an acceleration is extrapolated for no longer
constexpr double kSizeMax = 1000;      // m; larger objects are cut to this

SynVec3 rotate(const SynQuaternion& q, const SynVec3& v) {
    const SynVec3 t{2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z), 2 * (q.x * v.y - q.y * v.x)};
    return {v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
            v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

SynVec3 sum(const SynVec3& a, const SynVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

SynVec3 between(const SynVec3& a, const SynVec3& b, double share) {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share};
}

SynQuaternion between(const SynQuaternion& a, SynQuaternion b, double share) {
    if (a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0) b = {-b.w, -b.x, -b.y, -b.z};
    SynQuaternion q{a.w + (b.w - a.w) * share, a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share,
                    a.z + (b.z - a.z) * share};
    const double n = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return {q.w / n, q.x / n, q.y / n, q.z / n};
}

/// Returns the rotation about z that turns x into `heading`.
SynQuaternion turned(driving::Point heading) {
    const double w = std::sqrt(std::max(0.0, (1 + heading.x) / 2)),
                 z = std::sqrt(std::max(0.0, (1 - heading.x) / 2));
    return {w, 0, 0, heading.y < 0 ? -z : z};
}

/// Returns the share of a new measurement to take over; less where measurements scatter more.
double gain_for(double variance, double exact) {
    return variance > exact * exact ? kGain * exact / std::sqrt(variance) : kGain;
}

bool is_known(const SynObject& o) {
    return std::isfinite(o.position.x) && std::isfinite(o.position.y) && std::isfinite(o.velocity.x) &&
           std::isfinite(o.velocity.y) && std::isfinite(o.yaw_rad) && o.length_m > 0 && o.width_m > 0;
}

}  // namespace

void Tracking::Trace::extrapolate(std::int64_t to_ns) {
    const double dt = static_cast<double>(to_ns - time_ns) * 1e-9;
    time_ns = to_ns;
    at = at + velocity * dt;
    if (dt <= 0) return;
    const double speed = driving::dot(velocity, heading);
    double for_s = std::min(dt, kAccelerates);
    if (speed * acceleration_m_s2 < 0 && -speed / acceleration_m_s2 < for_s) {
        for_s = -speed / acceleration_m_s2;  // a braking vehicle stops and does not drive backwards
        at = at + heading * (acceleration_m_s2 * for_s * (dt - for_s / 2));
        velocity = velocity - heading * speed;
        acceleration_m_s2 = 0;
        return;
    }
    at = at + heading * (acceleration_m_s2 * for_s * (dt - for_s / 2));
    velocity = velocity + heading * (acceleration_m_s2 * for_s);
}

void Tracking::Trace::correct(std::int64_t when_ns, const Sighting& sighting) {
    const double dt = static_cast<double>(when_ns - time_ns) * 1e-9;
    Trace then = *this;  // as it was expected at the time of the sighting
    then.extrapolate(when_ns);
    if (dt > 0) *this = then;
    const driving::Point off = sighting.at - then.at, faster = sighting.velocity - then.velocity;
    place_noise_m2 += kNoiseGain * (driving::dot(off, off) / 2 - place_noise_m2);
    speed_noise_m2_s2 += kNoiseGain * (driving::dot(faster, faster) / 2 - speed_noise_m2_s2);
    const double gain = gain_for(speed_noise_m2_s2, kExact_m_s);
    at = at + off * gain_for(place_noise_m2, kExact_m);
    velocity = velocity + faster * gain;
    // With this gain, speed and acceleration do not make each other oscillate.
    if (dt > 0)
        acceleration_m_s2 += gain * gain / (2 - gain) * driving::dot(faster, heading) / std::max(dt, kStep);
    heading = driving::direction_of(heading + sighting.heading, sighting.heading);
    length_m += kSizeGain * (sighting.length_m - length_m);
    width_m += kSizeGain * (sighting.width_m - width_m);
    height_m += kSizeGain * (sighting.height_m - height_m);
}

void Tracking::find_sensors(const Sensors& sensors) {
    found_sensors_ = true;
    const auto mounted = sensors.mounted();
    for (std::uint32_t i = 0; i < mounted.size(); ++i) {
        const SynSensor& s = mounted[i];
        if (s.kind != SYN_SENSOR_OBJECTS) continue;
        object_sensors_.push_back(
            {i, s.position, s.orientation, s.delay_ns + std::max(kKeep, kKeepPeriods * s.period_ns)});
        delay_ns_max_ = std::max(delay_ns_max_, s.delay_ns);
    }
}

void Tracking::update(std::int64_t now_ns, const SynMotion& ego, const Sensors& sensors) {
    if (!found_sensors_) find_sensors(sensors);
    if (object_sensors_.empty()) return;
    poses_.push_back({now_ns, ego.position, ego.orientation});
    for (const SynSample& sample : sensors.samples()) {
        const SynObjects* list = object_list(sample);
        const auto eye = std::ranges::find(object_sensors_, sample.sensor, &ObjectSensor::sensor);
        if (list == nullptr || eye == object_sensors_.end()) continue;
        eye->view_rad = list->azimuth_view_rad;
        eye->range_m = list->range_max_m;
        add_list(sample, *eye, *list);
    }
    // The next samples may be as old as the longest delay, so the poses since then are kept.
    std::size_t old = 0;
    while (old + 1 < poses_.size() && poses_[old + 1].time_ns <= now_ns - delay_ns_max_) ++old;
    poses_.erase(poses_.begin(), poses_.begin() + static_cast<std::ptrdiff_t>(old));
    std::erase_if(traces_, [&](const Trace& t) { return t.until_ns < now_ns; });
    std::erase_if(trace_ids_, [&](const TraceId& n) {
        return !std::ranges::binary_search(traces_, n.number, {}, &Trace::number);
    });
}

Tracking::Pose Tracking::pose_at(std::int64_t time_ns) const {
    const auto after = std::ranges::lower_bound(poses_, time_ns, {}, &Pose::time_ns);
    if (after == poses_.end()) return poses_.back();
    if (after == poses_.begin()) return *after;
    const Pose &a = *(after - 1), &b = *after;
    const double share =
        static_cast<double>(time_ns - a.time_ns) / static_cast<double>(b.time_ns - a.time_ns);
    return {time_ns, between(a.position, b.position, share), between(a.orientation, b.orientation, share)};
}

void Tracking::add_list(const SynSample& sample, const ObjectSensor& eye, const SynObjects& list) {
    const Pose pose = pose_at(sample.time_ns);
    const auto turn = [&](const SynVec3& v) { return rotate(pose.orientation, rotate(eye.orientation, v)); };
    const SynVec3 from = sum(pose.position, rotate(pose.orientation, eye.position));
    sightings_.clear();
    for (const SynObject& o : objects(list)) {
        if (!is_known(o)) continue;
        sightings_.push_back({.id = o.id,
                              .kind = o.kind,
                              .at = driving::flat(sum(from, turn(o.position))),
                              .velocity = driving::flat(turn(o.velocity)),
                              .heading = driving::direction_of(
                                  driving::flat(turn({std::cos(o.yaw_rad), std::sin(o.yaw_rad), 0}))),
                              .length_m = std::min(o.length_m, kSizeMax),
                              .width_m = std::min(o.width_m, kSizeMax),
                              .height_m = o.height_m,
                              .taken = false});
    }
    for (Trace& trace : traces_) trace.taken = false;
    // First matches the sightings whose id the sensor has used before, so that no other takes their traces.
    for (Sighting& sighting : sightings_)
        if (Trace* trace = trace_of_id(eye.sensor, sighting.id)) add_to_trace(sample, eye, sighting, trace);
    for (Sighting& sighting : sightings_)
        if (!sighting.taken) add_to_trace(sample, eye, sighting, nearest(sighting, sample.time_ns));
}

Tracking::Trace* Tracking::trace_of_id(std::uint32_t sensor, std::uint32_t id) {
    const auto name =
        std::ranges::find_if(trace_ids_, [&](const TraceId& n) { return n.sensor == sensor && n.id == id; });
    if (name == trace_ids_.end()) return nullptr;
    const auto trace = std::ranges::lower_bound(traces_, name->number, {}, &Trace::number);
    return trace != traces_.end() && trace->number == name->number ? &*trace : nullptr;
}

Tracking::Trace* Tracking::nearest(const Sighting& sighting, std::int64_t time_ns) {
    const double within = sighting.kind == SYN_OTHER_VEHICLE ? kSameVehicle : kSame;
    Trace* best = nullptr;
    double best_squared = within * within;
    for (Trace& trace : traces_) {
        if (trace.taken || trace.kind != sighting.kind) continue;
        Trace then = trace;
        then.extrapolate(time_ns);
        const driving::Point off = sighting.at - then.at;
        if (driving::dot(off, off) >= best_squared) continue;
        best_squared = driving::dot(off, off);
        best = &trace;
    }
    return best;
}

/// Removes the farthest trace, to make room for a nearer object at `than`. Returns false if no trace is
/// farther away.
bool Tracking::forget_farthest(driving::Point than) {
    const auto away = [&](driving::Point p) {
        return driving::length(p - driving::flat(poses_.back().position));
    };
    const auto farthest = std::ranges::max_element(traces_, {}, [&](const Trace& t) { return away(t.at); });
    if (away(farthest->at) <= away(than)) return false;
    std::erase_if(trace_ids_, [&](const TraceId& n) { return n.number == farthest->number; });
    traces_.erase(farthest);
    return true;
}

/// Adds a sighting to a trace, or to a new one if `trace` is null.
void Tracking::add_to_trace(const SynSample& sample, const ObjectSensor& eye, Sighting& sighting,
                            Trace* trace) {
    if (trace == nullptr) {
        if (traces_.size() == kTracesMax && !forget_farthest(sighting.at)) return;
        traces_.push_back({.number = numbers_++,
                           .kind = sighting.kind,
                           .seen = 0,
                           .time_ns = sample.time_ns,
                           .until_ns = 0,
                           .at = sighting.at,
                           .velocity = sighting.velocity,
                           .heading = sighting.heading,
                           .acceleration_m_s2 = 0,
                           .place_noise_m2 = 0,
                           .speed_noise_m2_s2 = 0,
                           .length_m = sighting.length_m,
                           .width_m = sighting.width_m,
                           .height_m = sighting.height_m,
                           .taken = false});
        trace = &traces_.back();
    } else {
        trace->correct(sample.time_ns, sighting);
    }
    sighting.taken = trace->taken = true;
    ++trace->seen;
    trace->until_ns = std::max(trace->until_ns, sample.time_ns + eye.keep_ns);
    const auto name = std::ranges::find_if(trace_ids_, [&](const TraceId& n) {
        return n.sensor == eye.sensor && (n.number == trace->number || n.id == sighting.id);
    });
    if (name == trace_ids_.end()) {
        trace_ids_.push_back({eye.sensor, sighting.id, trace->number});
    } else {
        *name = {eye.sensor, sighting.id, trace->number};
    }
}

std::span<const SynOther> Tracking::others(std::int64_t now_ns) {
    others_.clear();
    for (const Trace& trace : traces_) {
        if (trace.seen < kSeenMin) continue;
        Trace now = trace;
        now.extrapolate(now_ns);
        if (now.kind == SYN_OTHER_VEHICLE &&
            driving::dot(now.velocity, now.velocity) <
                std::min(kStandsSigmas * kStandsSigmas * now.speed_noise_m2_s2, kStandsMax * kStandsMax)) {
            now.velocity = {};
            now.acceleration_m_s2 = 0;
        }
        const driving::Point a = now.heading * now.acceleration_m_s2;
        others_.push_back({.agent = now.number,
                           .kind = now.kind,
                           .length_m = now.length_m,
                           .width_m = now.width_m,
                           .height_m = now.height_m,
                           .motion = {.position = {now.at.x, now.at.y, 0},
                                      .orientation = turned(now.heading),
                                      .velocity = {now.velocity.x, now.velocity.y, 0},
                                      .angular_velocity = {},
                                      .acceleration = {a.x, a.y, 0}}});
    }
    return others_;
}

bool Tracking::looks_at(driving::Point place) const {
    if (poses_.empty()) return false;
    const Pose& here = poses_.back();
    return std::ranges::any_of(object_sensors_, [&](const ObjectSensor& eye) {
        const driving::Point off =
            place - driving::flat(sum(here.position, rotate(here.orientation, eye.position)));
        if (driving::dot(off, off) > eye.range_m * eye.range_m) return false;
        const driving::Point ahead =
            driving::flat(rotate(here.orientation, rotate(eye.orientation, {1, 0, 0})));
        return std::abs(std::atan2(driving::cross(ahead, off), driving::dot(ahead, off))) <= eye.view_rad / 2;
    });
}

}  // namespace synchrono::pcp::urban_driver
