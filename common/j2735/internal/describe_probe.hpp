/// Descriptions of the types of common/j2735/probe.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_basic_safety_message.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_supplemental_vehicle.hpp"
#include "common/j2735/internal/describe_vehicle_status.hpp"
#include "common/j2735/probe.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<Sample>) {
    using T = Sample;
    return sequence<T>(field<Range<0, 255>>("sampleStart", &T::sample_start),
                       field<Range<0, 255>>("sampleEnd", &T::sample_end));
}

constexpr auto describe(Type<SnapshotTime>) {
    using T = SnapshotTime;
    return sequence<T>(field<Range<0, 31>>("speed1", &T::speed1), field<Range<0, 61>>("time1", &T::time1),
                       field<Range<0, 31>>("speed2", &T::speed2), field<Range<0, 61>>("time2", &T::time2));
}

constexpr auto describe(Type<SnapshotDistance>) {
    using T = SnapshotDistance;
    return sequence<T>(
        field<Range<0, 1023>>("distance1", &T::distance1), field<Range<0, 31>>("speed1", &T::speed1),
        field<Range<0, 1023>>("distance2", &T::distance2), field<Range<0, 31>>("speed2", &T::speed2));
}

constexpr auto describe(Type<VehicleStatusDeviceTypeTag>) {
    return enumeration<VehicleStatusDeviceTypeTag>(
        kExtensible, "unknown", "lights", "wipers", "brakes", "stab", "trac", "abs", "sunS", "rainS",
        "airTemp", "steering", "vertAccelThres", "vertAccel", "hozAccelLong", "hozAccelLat", "hozAccelCon",
        "accel4way", "confidenceSet", "obDist", "obDirect", "yaw", "yawRateCon", "dateTime", "fullPos",
        "position2D", "position3D", "vehicle", "speedHeadC", "speedC");
}

constexpr auto describe(Type<VehicleStatusRequest>) {
    using T = VehicleStatusRequest;
    return extensible_sequence<T>(
        field("dataType", &T::data_type), field<Range<1, 15>>("subType", &T::sub_type),
        field<Range<-32767, 32767>>("sendOnLessThenValue", &T::send_on_less_then_value),
        field<Range<-32767, 32767>>("sendOnMoreThenValue", &T::send_on_more_then_value),
        field("sendAll", &T::send_all));
}

constexpr auto describe(Type<TermTime>) { return wrapped<Range<1, 1800>>(&TermTime::value); }

constexpr auto describe(Type<TermDistance>) { return wrapped<Range<1, 30000>>(&TermDistance::value); }

constexpr auto describe(Type<ProbeTerm>) {
    return choice<ProbeTerm>(alternative("termtime"), alternative("termDistance"));
}

constexpr auto describe(Type<SnapshotInterval>) {
    return choice<SnapshotInterval>(alternative("snapshotTime"), alternative("snapshotDistance"));
}

constexpr auto describe(Type<ProbeDataManagement>) {
    using T = ProbeDataManagement;
    return extensible_sequence<T>(field<Range<0, 527040>>("timeStamp", &T::time_stamp),
                                  field("sample", &T::sample), field("directions", &T::directions),
                                  field("term", &T::term), field("snapshot", &T::snapshot),
                                  field<Range<0, 61>>("txInterval", &T::tx_interval),
                                  optional_list<Size<1, 32>>("dataElements", &T::data_elements),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<Snapshot>) {
    using T = Snapshot;
    return extensible_sequence<T>(field("thePosition", &T::the_position), field("safetyExt", &T::safety_ext),
                                  field("dataSet", &T::data_set));
}

constexpr auto describe(Type<ProbeVehicleData>) {
    using T = ProbeVehicleData;
    return extensible_sequence<T>(
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field<Range<0, 32767>>("segNum", &T::seg_num),
        field("probeID", &T::probe_id), field("startVector", &T::start_vector),
        field("vehicleType", &T::vehicle_type), field<Size<1, 32>>("snapshots", &T::snapshots),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
