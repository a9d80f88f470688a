/// Descriptions of the types of common/j2735/correction.hpp, see describe.hpp.
#pragma once

#include "common/j2735/correction.hpp"
#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_motion.hpp"
#include "common/j2735/internal/describe_position.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<AntennaOffsetSet>) {
    using T = AntennaOffsetSet;
    return sequence<T>(field<Range<-2048, 2047>>("antOffsetX", &T::ant_offset_x),
                       field<Range<-256, 255>>("antOffsetY", &T::ant_offset_y),
                       field<Range<-512, 511>>("antOffsetZ", &T::ant_offset_z));
}

constexpr auto describe(Type<RtcmHeader>) {
    using T = RtcmHeader;
    return sequence<T>(field("status", &T::status), field("offsetSet", &T::offset_set));
}

constexpr auto describe(Type<RtcmPackage>) {
    using T = RtcmPackage;
    return extensible_sequence<T>(field("rtcmHeader", &T::rtcm_header),
                                  field<List<1, 5, Size<1, 1023>>>("msgs", &T::msgs));
}

constexpr auto describe(Type<RtcmRevision>) {
    return enumeration<RtcmRevision>(kExtensible, "unknown", "rtcmRev2", "rtcmRev3", "reserved");
}

constexpr auto describe(Type<RtcmCorrections>) {
    using T = RtcmCorrections;
    return extensible_sequence<T>(
        field<Range<0, 127>>("msgCnt", &T::msg_cnt), field("rev", &T::rev),
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field("anchorPoint", &T::anchor_point),
        field("rtcmHeader", &T::rtcm_header), field<List<1, 5, Size<1, 1023>>>("msgs", &T::msgs),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<NmeaRevision>) {
    return enumeration<NmeaRevision>(kExtensible, "unknown", "reserved", "rev1", "rev2", "rev3", "rev4",
                                     "rev5");
}

constexpr auto describe(Type<NmeaCorrections>) {
    using T = NmeaCorrections;
    return extensible_sequence<T>(
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field("rev", &T::rev),
        field<Range<0, 32767>>("msg", &T::msg), field<Range<0, 1023>>("wdCount", &T::wd_count),
        field<Size<1, 1023>>("payload", &T::payload), optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
