/// The parts of the reader. Each function takes an XML element and returns or fills the structure that the
/// element describes.
#pragma once

#include "common/roadmap/internal/xml.hpp"
#include "common/roadmap/open_drive.hpp"

namespace synchrono::roadmap {

/// The limits of a map's text, enough for a city.
inline constexpr std::size_t kTextBytesMax = 64 << 20;
inline constexpr std::size_t kRoadsMax = 20'000, kJunctionsMax = 10'000, kControllersMax = 20'000,
                             kSignalsMax = 100'000;
inline constexpr std::size_t kRecordsMax = 10'000;  // in one list of one road
inline constexpr std::size_t kLanesMax = 128;       // in one section, on each side
inline constexpr std::size_t kCornersMax = 1'000;   // in one outline
inline constexpr double kRoadLength_m_max = 1e5, kTurn_rad_max = 100;

Road read_road(const Element& element);
void read_plan(const Element& element, Road& road);
void read_lanes(const Element& element, Road& road);
void read_signals(const Element& element, Road& road);
void read_objects(const Element& element, Road& road);
Junction read_junction(const Element& element);
Controller read_controller(const Element& element);

Cubic read_cubic(const Element& element, const char* s_key);
/// Appends to a list that ascends by s_m. Adds a problem instead if the record would break the order or the
/// list is full.
template <typename Record>
void append(const Element& element, std::vector<Record>& list, Record record) {
    if (list.size() >= kRecordsMax) {
        element.problem("more than " + std::to_string(kRecordsMax) + " <" + std::string(element.name()) +
                        "> in one list");
    } else if (!list.empty() && record.s_m < list.back().s_m) {
        element.problem("<" + std::string(element.name()) + "> has a smaller s than the one before it");
    } else {
        list.push_back(std::move(record));
    }
}
/// Returns a speed limit, given in any of OpenDRIVE's units, in m/s. Returns nothing for "no limit",
/// "undefined" and numbers that are not positive.
std::optional<double> read_speed(const Element& element, const char* key);
std::vector<Validity> read_validity(const Element& element);
Side read_side(const Element& element);

/// Checks that ids of roads and junctions are unique, and that what others refer to exists: the roads,
/// junctions and controllers that roads and junctions name, and the signals that roads and objects name.
void check_references(const OpenDrive& map, Findings& findings);

}  // namespace synchrono::roadmap
