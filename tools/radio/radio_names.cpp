#include "tools/radio/radio_names.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace synchrono::tools::radio {
namespace {

struct Type {
    std::uint32_t id;
    std::string_view name, long_name;
    std::uint32_t service;
};

// Message ids are those of SAE J2735 (2016). Services are the values of the PSIDs that IEEE 1609.12
// assigns, not their encoded form.
constexpr std::uint32_t kSafety = 0x20, kPedestrians = 0x27, kTest = 0x7f, kNmea = 0x80, kRtcm = 0x81,
                        kIntersection = 0x82, kTravellers = 0x83, kProbes = 0x84, kEmergency = 0x85,
                        kSignalStatus = 0x204095, kSignalRequest = 0x204096;
constexpr Type kTypes[] = {
    {18, "MAP", "MapData", kIntersection},
    {19, "SPAT", "SPAT", kIntersection},
    {20, "BSM", "BasicSafetyMessage", kSafety},
    {21, "CSR", "CommonSafetyRequest", kSafety},
    {22, "EVA", "EmergencyVehicleAlert", kEmergency},
    {23, "ICA", "IntersectionCollision", kIntersection},
    {24, "NMEA", "NMEAcorrections", kNmea},
    {25, "PDM", "ProbeDataManagement", kProbes},
    {26, "PVD", "ProbeVehicleData", kProbes},
    {27, "RSA", "RoadSideAlert", kTravellers},
    {28, "RTCM", "RTCMcorrections", kRtcm},
    {29, "SRM", "SignalRequestMessage", kSignalRequest},
    {30, "SSM", "SignalStatusMessage", kSignalStatus},
    {31, "TIM", "TravelerInformation", kTravellers},
    {32, "PSM", "PersonalSafetyMessage", kPedestrians},
};

const Type* type_of(std::uint32_t id) {
    const auto found =
        std::find_if(std::begin(kTypes), std::end(kTypes), [id](auto& t) { return t.id == id; });
    return found == std::end(kTypes) ? nullptr : found;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string lower(std::string_view text) {
    std::string low(text);
    for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return low;
}

std::string spaced(std::string text) {
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

}  // namespace

std::string type_name(std::uint32_t type) {
    if (const Type* known = type_of(type)) return std::string(known->name);
    return type == 0 ? "other" : fmt::format("message {}", type);
}

std::optional<std::uint32_t> find_type(std::string_view text) {
    for (const Type& type : kTypes) {
        if (same_word(text, type.name) || same_word(text, type.long_name)) return type.id;
    }
    if (same_word(text, "other")) return 0;
    std::uint32_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error == std::errc() && end == text.data() + text.size() && id <= 32'767) return id;
    return std::nullopt;
}

std::vector<std::string> known_types() {
    std::vector<std::string> all;
    for (const Type& type : kTypes) all.push_back(lower(type.name));
    all.emplace_back("other");
    return all;
}

std::uint32_t service_of(std::uint32_t type) {
    const Type* known = type_of(type);
    return known == nullptr ? kTest : known->service;
}

std::string medium_name(Medium medium) {
    return Medium_IsValid(medium) && medium != MEDIUM_UNSPECIFIED
               ? lower(Medium_Name(medium))
               : fmt::format("medium {}", static_cast<int>(medium));
}

std::optional<Medium> find_medium(std::string_view text) {
    for (const Medium medium : {DSRC, CV2X, LIGHT}) {
        if (same_word(text, medium_name(medium))) return medium;
    }
    return std::nullopt;
}

std::string outcome_key(int outcome) {
    return RadioTransmission::Outcome_IsValid(outcome) && outcome != 0
               ? lower(RadioTransmission::Outcome_Name(outcome))
               : fmt::format("outcome_{}", outcome);
}

std::string outcome_text(int outcome) {
    switch (outcome) {
        case RadioTransmission::OUT_OF_RANGE:
            return "out of range";
        case RadioTransmission::BLOCKED:
            return "blocked by buildings";
        case RadioTransmission::WEAK:
            return "too weak";
        case RadioTransmission::RECEIVER_SENDING:
            return "receiver was sending";
        case RadioTransmission::FAULT:
            return "lost by a fault";
        case RadioTransmission::SHED:
            return "receiver too slow";
        default:
            return spaced(outcome_key(outcome));
    }
}

std::string not_sent_key(int reason) {
    return RadioTransmission::NotSent_IsValid(reason) && reason != 0
               ? lower(RadioTransmission::NotSent_Name(reason))
               : fmt::format("reason_{}", reason);
}

std::string not_sent_text(int reason) {
    switch (reason) {
        case RadioTransmission::SILENCED:
            return "silenced by a fault";
        case RadioTransmission::QUEUE_FULL:
            return "dropped from a full queue";
        case RadioTransmission::ENDED:
            return "sender had left";
        default:
            return spaced(not_sent_key(reason));
    }
}

std::string kind_name(RadioStation::Kind kind) {
    return RadioStation::Kind_IsValid(kind) && kind != 0 ? spaced(lower(RadioStation::Kind_Name(kind)))
                                                         : fmt::format("kind {}", static_cast<int>(kind));
}

}  // namespace synchrono::tools::radio
