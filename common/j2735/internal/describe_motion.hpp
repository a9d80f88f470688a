/// Descriptions of the types of common/j2735/motion.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/motion.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<AccelerationSet4Way>) {
    using T = AccelerationSet4Way;
    return sequence<T>(field<Range<-2000, 2001>>("long", &T::lon), field<Range<-2000, 2001>>("lat", &T::lat),
                       field<Range<-127, 127>>("vert", &T::vert),
                       field<Range<-32767, 32767>>("yaw", &T::yaw));
}

constexpr auto describe(Type<PathHistoryPoint>) {
    using T = PathHistoryPoint;
    return extensible_sequence<T>(
        field<Range<-131072, 131071>>("latOffset", &T::lat_offset),
        field<Range<-131072, 131071>>("lonOffset", &T::lon_offset),
        field<Range<-2048, 2047>>("elevationOffset", &T::elevation_offset),
        field<Range<1, 65535>>("timeOffset", &T::time_offset), field<Range<0, 8191>>("speed", &T::speed),
        field("posAccuracy", &T::pos_accuracy), field<Range<0, 240>>("heading", &T::heading));
}

constexpr auto describe(Type<PathHistory>) {
    using T = PathHistory;
    return extensible_sequence<T>(field("initialPosition", &T::initial_position),
                                  field("currGNSSstatus", &T::curr_gnss_status),
                                  field<Size<1, 23>>("crumbData", &T::crumb_data));
}

constexpr auto describe(Type<PathPrediction>) {
    using T = PathPrediction;
    return extensible_sequence<T>(field<Range<-32767, 32767>>("radiusOfCurve", &T::radius_of_curve),
                                  field<Range<0, 200>>("confidence", &T::confidence));
}

}  // namespace synchrono::j2735::internal
