/// Descriptions of the types of common/j2735/supplemental_vehicle.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_correction.hpp"
#include "common/j2735/internal/describe_itis.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_special_vehicle.hpp"
#include "common/j2735/supplemental_vehicle.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<BasicVehicleRole>) {
    return enumeration<BasicVehicleRole>(kExtensible, "basicVehicle", "publicTransport", "specialTransport",
                                         "dangerousGoods", "roadWork", "roadRescue", "emergency", "safetyCar",
                                         "none-unknown", "truck", "motorcycle", "roadSideSource", "police",
                                         "fire", "ambulance", "dot", "transit", "slowMoving", "stopNgo",
                                         "cyclist", "pedestrian", "nonMotorized", "military");
}

constexpr auto describe(Type<VehicleType>) {
    return enumeration<VehicleType>(kExtensible, "none", "unknown", "special", "moto", "car", "carOther",
                                    "bus", "axleCnt2", "axleCnt3", "axleCnt4", "axleCnt4Trailer",
                                    "axleCnt5Trailer", "axleCnt6Trailer", "axleCnt5MultiTrailer",
                                    "axleCnt6MultiTrailer", "axleCnt7MultiTrailer");
}

constexpr auto describe(Type<VehicleClassification>) {
    using T = VehicleClassification;
    return extensible_sequence<T>(
        field<Range<0, 255>>("keyType", &T::key_type), field("role", &T::role),
        field<Range<0, 100>>("iso3883", &T::iso3883), field("hpmsType", &T::hpms_type),
        field("vehicleType", &T::vehicle_type), field("responseEquip", &T::response_equip),
        field("responderType", &T::responder_type), field<Range<0, 15>>("fuelType", &T::fuel_type),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<VehicleData>) {
    using T = VehicleData;
    return extensible_sequence<T>(field<Range<0, 127>>("height", &T::height), field("bumpers", &T::bumpers),
                                  field<Range<0, 255>>("mass", &T::mass),
                                  field<Range<0, 64255>>("trailerWeight", &T::trailer_weight));
}

constexpr auto describe(Type<EssPrecipYesNo>) {
    return sparse_enumeration<EssPrecipYesNo>(kClosed,
                                              Named<EssPrecipYesNo>{EssPrecipYesNo::precip, "precip"},
                                              Named<EssPrecipYesNo>{EssPrecipYesNo::no_precip, "noPrecip"},
                                              Named<EssPrecipYesNo>{EssPrecipYesNo::error, "error"});
}

constexpr auto describe(Type<EssPrecipSituation>) {
    return sparse_enumeration<EssPrecipSituation>(
        kClosed, Named<EssPrecipSituation>{EssPrecipSituation::other, "other"},
        Named<EssPrecipSituation>{EssPrecipSituation::unknown, "unknown"},
        Named<EssPrecipSituation>{EssPrecipSituation::no_precipitation, "noPrecipitation"},
        Named<EssPrecipSituation>{EssPrecipSituation::unidentified_slight, "unidentifiedSlight"},
        Named<EssPrecipSituation>{EssPrecipSituation::unidentified_moderate, "unidentifiedModerate"},
        Named<EssPrecipSituation>{EssPrecipSituation::unidentified_heavy, "unidentifiedHeavy"},
        Named<EssPrecipSituation>{EssPrecipSituation::snow_slight, "snowSlight"},
        Named<EssPrecipSituation>{EssPrecipSituation::snow_moderate, "snowModerate"},
        Named<EssPrecipSituation>{EssPrecipSituation::snow_heavy, "snowHeavy"},
        Named<EssPrecipSituation>{EssPrecipSituation::rain_slight, "rainSlight"},
        Named<EssPrecipSituation>{EssPrecipSituation::rain_moderate, "rainModerate"},
        Named<EssPrecipSituation>{EssPrecipSituation::rain_heavy, "rainHeavy"},
        Named<EssPrecipSituation>{EssPrecipSituation::frozen_precipitation_slight,
                                  "frozenPrecipitationSlight"},
        Named<EssPrecipSituation>{EssPrecipSituation::frozen_precipitation_moderate,
                                  "frozenPrecipitationModerate"},
        Named<EssPrecipSituation>{EssPrecipSituation::frozen_precipitation_heavy,
                                  "frozenPrecipitationHeavy"});
}

constexpr auto describe(Type<WeatherReport>) {
    using T = WeatherReport;
    return extensible_sequence<T>(field("isRaining", &T::is_raining),
                                  field<Range<0, 65535>>("rainRate", &T::rain_rate),
                                  field("precipSituation", &T::precip_situation),
                                  field<Range<0, 65535>>("solarRadiation", &T::solar_radiation),
                                  field<Range<0, 101>>("friction", &T::friction),
                                  field<Range<0, 50>>("roadFriction", &T::road_friction));
}

constexpr auto describe(Type<WiperStatus>) {
    return enumeration<WiperStatus>(kExtensible, "unavailable", "off", "intermittent", "low", "high",
                                    "washerInUse", "automaticPresent");
}

constexpr auto describe(Type<WiperSet>) {
    using T = WiperSet;
    return sequence<T>(field("statusFront", &T::status_front),
                       field<Range<0, 127>>("rateFront", &T::rate_front),
                       field("statusRear", &T::status_rear), field<Range<0, 127>>("rateRear", &T::rate_rear));
}

constexpr auto describe(Type<WeatherProbe>) {
    using T = WeatherProbe;
    return extensible_sequence<T>(field<Range<0, 191>>("airTemp", &T::air_temp),
                                  field<Range<0, 255>>("airPressure", &T::air_pressure),
                                  field("rainRates", &T::rain_rates));
}

constexpr auto describe(Type<ObstacleDetection>) {
    using T = ObstacleDetection;
    return extensible_sequence<T>(field<Range<0, 32767>>("obDist", &T::ob_dist),
                                  field<Range<0, 28800>>("obDirect", &T::ob_direct),
                                  field<Range<523, 541>>("description", &T::description),
                                  field("locationDetails", &T::location_details),
                                  field("dateTime", &T::date_time), field("vertEvent", &T::vert_event));
}

constexpr auto describe(Type<DisabledVehicle>) {
    using T = DisabledVehicle;
    return extensible_sequence<T>(field<Range<523, 541>>("statusDetails", &T::status_details),
                                  field("locationDetails", &T::location_details));
}

constexpr auto describe(Type<SpeedProfile>) {
    using T = SpeedProfile;
    return extensible_sequence<T>(field<List<1, 20, Range<0, 31>>>("speedReports", &T::speed_reports));
}

constexpr auto describe(Type<SupplementalVehicleExtensions>) {
    using T = SupplementalVehicleExtensions;
    return extensible_sequence<T>(
        field<Range<0, 255>>("classification", &T::classification), field("classDetails", &T::class_details),
        field("vehicleData", &T::vehicle_data), field("weatherReport", &T::weather_report),
        field("weatherProbe", &T::weather_probe), field("obstacle", &T::obstacle),
        field("status", &T::status), field("speedProfile", &T::speed_profile), field("theRTCM", &T::the_rtcm),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
