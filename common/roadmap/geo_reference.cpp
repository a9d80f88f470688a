// Derives the place on the earth of a map's (0, 0, 0) from the text of a projection.
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "common/geo/angle.hpp"
#include "common/roadmap/open_drive.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kSemiMajor_m = 6'378'137.0, kFlattening = 1 / 298.257223563;

/// Splits a text such as "+proj=utm +zone=16 +south" into words with their values.
std::map<std::string, std::string> words_of(std::string_view text) {
    std::map<std::string, std::string> words;
    while (true) {
        const auto plus = text.find('+');
        if (plus == text.npos) return words;
        text.remove_prefix(plus + 1);
        const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n+]<"));
        const auto equal = word.find('=');
        // The sign of an exponent does not begin a word: "lat_0=4.9e+1".
        std::string_view value = equal == word.npos ? std::string_view() : word.substr(equal + 1);
        if (!value.empty() && (value.back() == 'e' || value.back() == 'E') && text.size() > word.size()) {
            const std::string_view rest = text.substr(word.size() + 1);
            value = text.substr(equal + 1,
                                value.size() + 1 + rest.substr(0, rest.find_first_of(" \t\r\n+]<")).size());
        }
        words.try_emplace(std::string(word.substr(0, equal)), value);
    }
}

std::optional<double> number(const std::map<std::string, std::string>& words, const char* key) {
    const auto found = words.find(key);
    if (found == words.end()) return std::nullopt;
    const std::string& text = found->second;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// Returns the place of projected coordinates. `east` and `north` are without false easting and northing, and
/// are divided by the scale.
geo::Geodetic from_transverse_mercator(double east, double north, double lat_0_deg, double lon_0_deg) {
    if (east == 0 && north == 0) return {lat_0_deg, lon_0_deg, 0};  // exact to the last digit
    return geo::WorldFrame({lat_0_deg, lon_0_deg, 0}).to_earth({east, north, 0});
}

geo::Geodetic from_mercator(double east, double north, double lon_0_deg) {
    const double e = std::sqrt(kFlattening * (2 - kFlattening));
    const double t = std::exp(-north / kSemiMajor_m);
    double latitude = std::numbers::pi / 2 - 2 * std::atan(t);
    for (int i = 0; i < 8; ++i) {
        const double sine = e * std::sin(latitude);
        latitude = std::numbers::pi / 2 - 2 * std::atan(t * std::pow((1 - sine) / (1 + sine), e / 2));
    }
    return {latitude * geo::kDeg, lon_0_deg + east / kSemiMajor_m * geo::kDeg, 0};
}

}  // namespace

std::optional<geo::Geodetic> origin_of(std::string_view projection, geo::Vec3 offset) {
    const auto words = words_of(projection);
    const auto found = words.find("proj");
    if (found == words.end()) return std::nullopt;
    const std::string& kind = found->second;
    double east = offset.x - number(words, "x_0").value_or(0);
    double north = offset.y - number(words, "y_0").value_or(0);
    const double scale = number(words, "k_0").value_or(number(words, "k").value_or(1));
    if (!(scale > 0.5 && scale < 2)) return std::nullopt;

    geo::Geodetic origin;
    if (kind == "utm") {
        const auto zone = number(words, "zone");
        if (!zone || *zone < 1 || *zone > 60) return std::nullopt;
        east = offset.x - 500'000;
        north = offset.y - (words.contains("south") ? 10'000'000 : 0);
        origin = from_transverse_mercator(east / 0.9996, north / 0.9996, 0, 6 * std::floor(*zone) - 183);
    } else if (kind == "tmerc") {
        const double lat_0 = number(words, "lat_0").value_or(0), lon_0 = number(words, "lon_0").value_or(0);
        if (std::abs(lat_0) > 89 || std::abs(lon_0) > 360) return std::nullopt;
        origin = from_transverse_mercator(east / scale, north / scale, lat_0, lon_0);
    } else if (kind == "merc") {
        const double lon_0 = number(words, "lon_0").value_or(0);
        if (std::abs(lon_0) > 360) return std::nullopt;
        origin = from_mercator(east / scale, north / scale, lon_0);
    } else {
        const auto lat_0 = number(words, "lat_0"), lon_0 = number(words, "lon_0");
        if (!lat_0 || !lon_0 || std::abs(*lat_0) > 89 || std::abs(*lon_0) > 360) return std::nullopt;
        origin = geo::WorldFrame({*lat_0, *lon_0, 0}).to_earth({east, north, 0});
    }
    origin.elevation_m = offset.z;
    const bool sane = std::isfinite(origin.longitude_deg) && std::abs(origin.latitude_deg) <= 89 &&
                      std::abs(origin.longitude_deg) <= 360;
    if (!sane) return std::nullopt;
    origin.longitude_deg = std::remainder(origin.longitude_deg, 360);
    return origin;
}

}  // namespace synchrono::roadmap
