/// Descriptions of the types of common/j2735/position.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/position.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<DateTime>) {
    using T = DateTime;
    return sequence<T>(field<Range<0, 4095>>("year", &T::year), field<Range<0, 12>>("month", &T::month),
                       field<Range<0, 31>>("day", &T::day), field<Range<0, 31>>("hour", &T::hour),
                       field<Range<0, 60>>("minute", &T::minute),
                       field<Range<0, 65535>>("second", &T::second),
                       field<Range<-840, 840>>("offset", &T::offset));
}

constexpr auto describe(Type<PositionalAccuracy>) {
    using T = PositionalAccuracy;
    return sequence<T>(field<Range<0, 255>>("semiMajor", &T::semi_major),
                       field<Range<0, 255>>("semiMinor", &T::semi_minor),
                       field<Range<0, 65535>>("orientation", &T::orientation));
}

constexpr auto describe(Type<Position3D>) {
    using T = Position3D;
    return extensible_sequence<T>(field<Range<-900000000, 900000001>>("lat", &T::lat),
                                  field<Range<-1799999999, 1800000001>>("long", &T::lon),
                                  field<Range<-4096, 61439>>("elevation", &T::elevation),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<TransmissionState>) {
    return enumeration<TransmissionState>(kClosed, "neutral", "park", "forwardGears", "reverseGears",
                                          "reserved1", "reserved2", "reserved3", "unavailable");
}

constexpr auto describe(Type<TransmissionAndSpeed>) {
    using T = TransmissionAndSpeed;
    return sequence<T>(field("transmisson", &T::transmisson), field<Range<0, 8191>>("speed", &T::speed));
}

constexpr auto describe(Type<PositionConfidence>) {
    return enumeration<PositionConfidence>(kClosed, "unavailable", "a500m", "a200m", "a100m", "a50m", "a20m",
                                           "a10m", "a5m", "a2m", "a1m", "a50cm", "a20cm", "a10cm", "a5cm",
                                           "a2cm", "a1cm");
}

constexpr auto describe(Type<ElevationConfidence>) {
    return enumeration<ElevationConfidence>(
        kClosed, "unavailable", "elev-500-00", "elev-200-00", "elev-100-00", "elev-050-00", "elev-020-00",
        "elev-010-00", "elev-005-00", "elev-002-00", "elev-001-00", "elev-000-50", "elev-000-20",
        "elev-000-10", "elev-000-05", "elev-000-02", "elev-000-01");
}

constexpr auto describe(Type<PositionConfidenceSet>) {
    using T = PositionConfidenceSet;
    return sequence<T>(field("pos", &T::pos), field("elevation", &T::elevation));
}

constexpr auto describe(Type<HeadingConfidence>) {
    return enumeration<HeadingConfidence>(kClosed, "unavailable", "prec10deg", "prec05deg", "prec01deg",
                                          "prec0-1deg", "prec0-05deg", "prec0-01deg", "prec0-0125deg");
}

constexpr auto describe(Type<SpeedConfidence>) {
    return enumeration<SpeedConfidence>(kClosed, "unavailable", "prec100ms", "prec10ms", "prec5ms", "prec1ms",
                                        "prec0-1ms", "prec0-05ms", "prec0-01ms");
}

constexpr auto describe(Type<ThrottleConfidence>) {
    return enumeration<ThrottleConfidence>(kClosed, "unavailable", "prec10percent", "prec1percent",
                                           "prec0-5percent");
}

constexpr auto describe(Type<SpeedHeadingThrottleConfidence>) {
    using T = SpeedHeadingThrottleConfidence;
    return sequence<T>(field("heading", &T::heading), field("speed", &T::speed),
                       field("throttle", &T::throttle));
}

constexpr auto describe(Type<TimeConfidence>) {
    return enumeration<TimeConfidence>(
        kClosed, "unavailable", "time-100-000", "time-050-000", "time-020-000", "time-010-000",
        "time-002-000", "time-001-000", "time-000-500", "time-000-200", "time-000-100", "time-000-050",
        "time-000-020", "time-000-010", "time-000-005", "time-000-002", "time-000-001", "time-000-000-5",
        "time-000-000-2", "time-000-000-1", "time-000-000-05", "time-000-000-02", "time-000-000-01",
        "time-000-000-005", "time-000-000-002", "time-000-000-001", "time-000-000-000-5",
        "time-000-000-000-2", "time-000-000-000-1", "time-000-000-000-05", "time-000-000-000-02",
        "time-000-000-000-01", "time-000-000-000-005", "time-000-000-000-002", "time-000-000-000-001",
        "time-000-000-000-000-5", "time-000-000-000-000-2", "time-000-000-000-000-1",
        "time-000-000-000-000-05", "time-000-000-000-000-02", "time-000-000-000-000-01");
}

constexpr auto describe(Type<FullPositionVector>) {
    using T = FullPositionVector;
    return extensible_sequence<T>(
        field("utcTime", &T::utc_time), field<Range<-1799999999, 1800000001>>("long", &T::lon),
        field<Range<-900000000, 900000001>>("lat", &T::lat),
        field<Range<-4096, 61439>>("elevation", &T::elevation),
        field<Range<0, 28800>>("heading", &T::heading), field("speed", &T::speed),
        field("posAccuracy", &T::pos_accuracy), field("timeConfidence", &T::time_confidence),
        field("posConfidence", &T::pos_confidence), field("speedConfidence", &T::speed_confidence));
}

constexpr auto describe(Type<Extent>) {
    return enumeration<Extent>(kClosed, "useInstantlyOnly", "useFor3meters", "useFor10meters",
                               "useFor50meters", "useFor100meters", "useFor500meters", "useFor1000meters",
                               "useFor5000meters", "useFor10000meters", "useFor50000meters",
                               "useFor100000meters", "useFor500000meters", "useFor1000000meters",
                               "useFor5000000meters", "useFor10000000meters", "forever");
}

constexpr auto describe(Type<NodeXy24b>) {
    using T = NodeXy24b;
    return sequence<T>(field<Range<-2048, 2047>>("x", &T::x), field<Range<-2048, 2047>>("y", &T::y));
}

constexpr auto describe(Type<IntersectionReferenceId>) {
    using T = IntersectionReferenceId;
    return sequence<T>(field<Range<0, 65535>>("region", &T::region), field<Range<0, 65535>>("id", &T::id));
}

}  // namespace synchrono::j2735::internal
