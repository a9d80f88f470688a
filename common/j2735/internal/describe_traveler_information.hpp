/// Descriptions of the types of common/j2735/traveler_information.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_region.hpp"
#include "common/j2735/traveler_information.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<MutcdCode>) {
    return enumeration<MutcdCode>(kExtensible, "none", "regulatory", "warning", "maintenance",
                                  "motoristService", "guide", "rec");
}

constexpr auto describe(Type<RoadSignId>) {
    using T = RoadSignId;
    return sequence<T>(field("position", &T::position), field("viewAngle", &T::view_angle),
                       field("mutcdCode", &T::mutcd_code), field("crc", &T::crc));
}

constexpr auto describe(Type<TravelerInfoType>) {
    return enumeration<TravelerInfoType>(kExtensible, "unknown", "advisory", "roadSignage",
                                         "commercialSignage");
}

constexpr auto describe(Type<FurtherInfoId>) { return wrapped<>(&FurtherInfoId::value); }

constexpr auto describe(Type<TravelerMessageId>) {
    return choice<TravelerMessageId>(alternative("furtherInfoID"), alternative("roadSignID"));
}

constexpr auto describe(Type<ItisCode>) { return wrapped<Range<0, 65535>>(&ItisCode::value); }

constexpr auto describe(Type<ItisText>) { return wrapped<Size<1, 500>>(&ItisText::value); }

constexpr auto describe(Type<ItisOrText>) {
    return choice<ItisOrText>(alternative("itis"), alternative("text"));
}

constexpr auto describe(Type<TextItem>) {
    using T = TextItem;
    return sequence<T>(field("item", &T::item));
}

constexpr auto describe(Type<ItisCodesAndText>) { return wrapped<Size<1, 100>>(&ItisCodesAndText::value); }

constexpr auto describe(Type<ItisTextPhrase>) { return wrapped<Size<1, 16>>(&ItisTextPhrase::value); }

constexpr auto describe(Type<ItisOrPhrase>) {
    return choice<ItisOrPhrase>(alternative("itis"), alternative("text"));
}

constexpr auto describe(Type<PhraseItem>) {
    using T = PhraseItem;
    return sequence<T>(field("item", &T::item));
}

constexpr auto describe(Type<WorkZone>) { return wrapped<Size<1, 16>>(&WorkZone::value); }

constexpr auto describe(Type<GenericSignage>) { return wrapped<Size<1, 16>>(&GenericSignage::value); }

constexpr auto describe(Type<SpeedLimit>) { return wrapped<Size<1, 16>>(&SpeedLimit::value); }

constexpr auto describe(Type<ExitService>) { return wrapped<Size<1, 16>>(&ExitService::value); }

constexpr auto describe(Type<TravelerContent>) {
    return choice<TravelerContent>(alternative("advisory"), alternative("workZone"),
                                   alternative("genericSign"), alternative("speedLimit"),
                                   alternative("exitService"));
}

constexpr auto describe(Type<TravelerDataFrame>) {
    using T = TravelerDataFrame;
    return extensible_sequence<T>(
        field<Range<0, 31>>("sspTimRights", &T::ssp_tim_rights), field("frameType", &T::frame_type),
        field("msgId", &T::msg_id), field<Range<0, 4095>>("startYear", &T::start_year),
        field<Range<0, 527040>>("startTime", &T::start_time),
        field<Range<0, 32000>>("duratonTime", &T::duraton_time), field<Range<0, 7>>("priority", &T::priority),
        field<Range<0, 31>>("sspLocationRights", &T::ssp_location_rights),
        field<Size<1, 16>>("regions", &T::regions), field<Range<0, 31>>("sspMsgRights1", &T::ssp_msg_rights1),
        field<Range<0, 31>>("sspMsgRights2", &T::ssp_msg_rights2), field("content", &T::content),
        optional_list<Size<1, 15>>("url", &T::url));
}

constexpr auto describe(Type<TravelerInformation>) {
    using T = TravelerInformation;
    return extensible_sequence<T>(
        field<Range<0, 127>>("msgCnt", &T::msg_cnt), field<Range<0, 527040>>("timeStamp", &T::time_stamp),
        field("packetID", &T::packet_id), optional_list<Size<1, 45>>("urlB", &T::url_b),
        field<Size<1, 8>>("dataFrames", &T::data_frames),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
