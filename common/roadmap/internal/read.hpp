/// The parts of the reader: each takes an element and fills what it describes.
#pragma once

#include "common/roadmap/internal/xml.hpp"
#include "common/roadmap/open_drive.hpp"

namespace synchrono::roadmap {

/// What a text may have at most; a city's worth.
inline constexpr std::size_t kTextBytesMax = 64 << 20;
inline constexpr std::size_t kRoadsMax = 20'000, kJunctionsMax = 10'000, kControllersMax = 20'000,
                             kSignalsMax = 100'000;
inline constexpr std::size_t kRecordsMax = 10'000;  // of one list of one road
inline constexpr std::size_t kLanesMax = 128;       // of one section, on each side
inline constexpr std::size_t kCornersMax = 1'000;   // of one outline
inline constexpr double kRoadLength_m_max = 1e5, kTurn_rad_max = 100;

Road read_road(const Element& element);
void read_plan(const Element& element, Road& road);
void read_lanes(const Element& element, Road& road);
void read_signals(const Element& element, Road& road);
void read_objects(const Element& element, Road& road);
Junction read_junction(const Element& element);
Controller read_controller(const Element& element);

Cubic read_cubic(const Element& element, const char* s_key);
/// Appends to a list by s_m: what does not rise is a problem, and so are too many.
template <typename Record>
void append(const Element& element, std::vector<Record>& list, Record record) {
    if (list.size() >= kRecordsMax) {
        element.problem("more than " + std::to_string(kRecordsMax) + " <" + std::string(element.name()) +
                        "> in one list");
    } else if (!list.empty() && record.s_m < list.back().s_m) {
        element.problem("<" + std::string(element.name()) + "> begins before the one in front of it");
    } else {
        list.push_back(std::move(record));
    }
}
/// A limit of speed in any of OpenDRIVE's units; none for "no limit" and "undefined".
std::optional<double> read_speed(const Element& element, const char* key);
std::vector<Validity> read_validity(const Element& element);
Side read_side(const Element& element);

/// All that one part says of another is true: ids are there and are there once.
void check(const OpenDrive& map, Findings& findings);

}  // namespace synchrono::roadmap
