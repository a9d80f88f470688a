// Reads a road: its links, reference line, profiles and lanes.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "common/roadmap/internal/read.hpp"

namespace synchrono::roadmap {

namespace {

/// Returns the type of a lane. The table has the names that existing files use.
LaneType lane_type(const Element& element) {
    struct Word {
        std::string_view text;
        LaneType type;
    };
    static constexpr std::array kWords{
        Word{"driving", LaneType::driving},  Word{"entry", LaneType::driving},
        Word{"exit", LaneType::driving},     Word{"onRamp", LaneType::driving},
        Word{"offRamp", LaneType::driving},  Word{"connectingRamp", LaneType::driving},
        Word{"slipLane", LaneType::driving}, Word{"bidirectional", LaneType::driving},
        Word{"HOV", LaneType::driving},      Word{"mwyEntry", LaneType::driving},
        Word{"mwyExit", LaneType::driving},  Word{"taxi", LaneType::bus},
        Word{"bus", LaneType::bus},          Word{"biking", LaneType::bike},
        Word{"sidewalk", LaneType::walk},    Word{"walking", LaneType::walk},
        Word{"parking", LaneType::parking},  Word{"none", LaneType::none},
        Word{"shoulder", LaneType::other},   Word{"border", LaneType::other},
        Word{"curb", LaneType::other},       Word{"stop", LaneType::other},
        Word{"restricted", LaneType::other}, Word{"median", LaneType::other},
        Word{"rail", LaneType::other},       Word{"tram", LaneType::other},
        Word{"roadWorks", LaneType::other},  Word{"roadMarks", LaneType::other},
        Word{"special1", LaneType::other},   Word{"special2", LaneType::other},
        Word{"special3", LaneType::other},
    };
    const std::string text = element.required_text("type");
    for (const Word& word : kWords) {
        if (word.text == text) return word.type;
    }
    if (!text.empty()) {
        element.findings().remark(
            element.line(),
            fmt::format("lane type '{}' is unknown: nothing may use such lanes", text.substr(0, 40)));
    }
    return LaneType::other;
}

/// Reads which lane changes a line allows. Without the attribute `laneChange` the line's type decides: a
/// solid line forbids changes.
Marking read_marking(const Element& element) {
    Marking marking{.s_m = element.number_or("sOffset", kAlong_m, 0)};
    const std::string change = element.text("laneChange"), type = element.text("type");
    if (!change.empty()) {
        // "increase" leads to higher ids: outwards on the left and inwards on the right. read_lane swaps
        // the two on the right.
        marking.outwards = change == "increase" || change == "both";
        marking.inwards = change == "decrease" || change == "both";
        return marking;
    }
    // The type of a double line names the inner line first. A change is allowed from the side of the broken
    // line.
    if (type == "solid" || type == "solid solid" || type == "curb" || type == "edge" || type == "grass") {
        marking.outwards = marking.inwards = false;
    } else if (type == "solid broken") {
        marking.outwards = false;
    } else if (type == "broken solid") {
        marking.inwards = false;
    }
    return marking;
}

/// Derives a lane's type from its <access> elements: a driving lane for buses alone is a bus lane.
class Access {
  public:
    void read(const Element& element) {
        const std::string whom = lower_case(element.text("restriction"));
        const bool deny = element.text("rule") == "deny";
        if (deny) {
            denies_cars_ = denies_cars_ || whom == "passengercar";
        } else if (whom == "bus" || whom == "taxi") {
            buses_ = true;
        } else if (whom == "bicycle") {
            bicycles_ = true;
        } else if (whom == "pedestrian") {
            walkers_ = true;
        } else {
            others_ = true;
        }
    }
    LaneType narrowed(LaneType type) const {
        if (type != LaneType::driving || (others_ && !denies_cars_)) return type;
        if (buses_ || denies_cars_) return LaneType::bus;
        return bicycles_ ? LaneType::bike : walkers_ ? LaneType::walk : type;
    }

  private:
    bool denies_cars_ = false, buses_ = false, bicycles_ = false, walkers_ = false, others_ = false;
};

Lane read_lane(const Element& element) {
    Lane lane;
    lane.line = element.line();
    lane.id = element.whole("id", -static_cast<int>(kLanesMax), static_cast<int>(kLanesMax));
    lane.type = lane_type(element);
    lane.level = element.flag("level", false);
    Access access;
    element.children({"userData", "dataQuality", "material", "rule"}, [&](const Element& child) {
        if (child.name() == "link") {
            child.children({"userData"}, [&](const Element& link) {
                const bool before = link.name() == "predecessor";
                if (!before && link.name() != "successor") return false;
                auto& list = before ? lane.predecessors : lane.successors;
                if (list.size() >= kLanesMax) return link.problem("more links than there can be lanes");
                list.push_back(link.whole("id", -static_cast<int>(kLanesMax), static_cast<int>(kLanesMax)));
                return true;
            });
        } else if (child.name() == "width") {
            append(child, lane.widths, read_cubic(child, "sOffset"));
        } else if (child.name() == "border") {
            append(child, lane.borders, read_cubic(child, "sOffset"));
        } else if (child.name() == "height") {
            const double inner = child.number_or("inner", kPlace_m, 0);
            const double outer = child.number_or("outer", kPlace_m, 0);
            append(child, lane.heights, {child.number("sOffset", kAlong_m), (inner + outer) / 2, 0, 0, 0});
        } else if (child.name() == "speed") {
            append(child, lane.speeds, {child.number("sOffset", kAlong_m), read_speed(child, "max")});
        } else if (child.name() == "access") {
            access.read(child);
        } else if (child.name() == "roadMark") {
            Marking marking = read_marking(child);
            if (lane.id < 0 && child.has("laneChange")) std::swap(marking.outwards, marking.inwards);
            append(child, lane.markings, marking);
        } else {
            return false;
        }
        return true;
    });
    lane.type = access.narrowed(lane.type);
    return lane;
}

void read_side(const Element& element, LaneSection& section) {
    const bool left = element.name() == "left", right = element.name() == "right";
    element.children({"userData"}, [&](const Element& child) {
        if (child.name() != "lane") return false;
        Lane lane = read_lane(child);
        if (left ? lane.id <= 0 : right ? lane.id >= 0 : lane.id != 0) {
            return !child.problem(fmt::format("lane {} does not belong in <{}>", lane.id, element.name()));
        }
        if (section.lane(lane.id) != nullptr) {
            return !child.problem(fmt::format("lane id {} is used twice", lane.id));
        }
        if (lane.id != 0 && lane.widths.empty() && lane.borders.empty() && lane.type != LaneType::none) {
            child.findings().remark(child.line(),
                                    "a lane has neither width nor border: its width is taken as 0");
        }
        section.lanes.push_back(std::move(lane));
        return true;
    });
}

LaneSection read_section(const Element& element) {
    LaneSection section;
    section.line = element.line();
    section.s_m = element.number("s", kAlong_m);
    if (element.flag("singleSide", false)) {
        element.findings().remark(section.line,
                                  "singleSide is not supported: each <laneSection> counts for both sides");
    }
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        if (child.name() != "left" && child.name() != "center" && child.name() != "right") return false;
        read_side(child, section);
        return true;
    });
    std::sort(section.lanes.begin(), section.lanes.end(),
              [](const Lane& a, const Lane& b) { return a.id > b.id; });
    // Ids must have no gap, with the middle lane among them, because lanes are found by counting.
    int left = 0, right = 0, middle = 0;
    for (const Lane& lane : section.lanes) {
        (lane.id > 0 ? left : lane.id < 0 ? right : middle) += 1;
    }
    if (middle == 0) {
        section.lanes.insert(section.lanes.begin() + left, Lane{});
    }
    if ((left > 0 && section.lanes.front().id != left) || (right > 0 && section.lanes.back().id != -right)) {
        element.problem("the lane ids have a gap");
    }
    return section;
}

std::optional<RoadLink> read_link(const Element& element) {
    if (!element.has("elementType") && !element.has("elementId")) return std::nullopt;
    RoadLink link;
    link.to_junction = element.word("elementType", {"road", "junction"}) == 1;
    link.id = element.required_text("elementId");
    if (!link.to_junction && element.has("contactPoint")) {
        link.contact = element.word("contactPoint", {"start", "end"}) == 1 ? End::end : End::start;
    } else if (!link.to_junction && element.has("elementDir")) {
        link.contact = element.word("elementDir", {"+", "-"}) == 1 ? End::end : End::start;
    } else if (!link.to_junction) {
        element.problem("a link to a road needs contactPoint");
    }
    return link;
}

void read_links(const Element& element, Road& road) {
    element.children({"userData", "neighbor"}, [&](const Element& child) {
        const bool before = child.name() == "predecessor";
        if (!before && child.name() != "successor") return false;
        (before ? road.predecessor : road.successor) = read_link(child);
        return true;
    });
}

void read_profile(const Element& element, const char* record, const char* s_key, Profile& profile) {
    if (element.name() == record) append(element, profile, read_cubic(element, s_key));
}

void read_lateral(const Element& element, Road& road) {
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        if (child.name() == "superelevation") {
            read_profile(child, "superelevation", "s", road.superelevation);
            return true;
        }
        if (child.name() != "shape") return false;
        const Cubic cubic = read_cubic(child, "s");
        const LateralShape shape{cubic.s_m, child.number("t", kPlace_m), cubic.a, cubic.b, cubic.c, cubic.d};
        append(child, road.shapes, shape);
        return true;
    });
}

}  // namespace

const Lane* LaneSection::lane(int id) const {
    for (const Lane& lane : lanes) {
        if (lane.id == id) return &lane;
    }
    return nullptr;
}

std::size_t Road::section_at(double s_m) const {
    std::size_t found = 0;
    while (found + 1 < sections.size() && sections[found + 1].s_m <= s_m) ++found;
    return found;
}

Cubic read_cubic(const Element& element, const char* s_key) {
    Cubic cubic;
    cubic.s_m = element.number(s_key, kAlong_m);
    cubic.a = element.number("a", kCoefficient);
    cubic.b = element.number("b", kCoefficient);
    cubic.c = element.number("c", kCoefficient);
    cubic.d = element.number("d", kCoefficient);
    return cubic;
}

std::optional<double> read_speed(const Element& element, const char* key) {
    const std::string text = element.required_text(key);
    if (text == "no limit" || text == "undefined" || text.empty()) return std::nullopt;
    const std::string unit = element.text("unit");
    double scale = 1;
    if (unit == "km/h") {
        scale = 1 / 3.6;
    } else if (unit == "mph") {
        scale = 0.44704;
    } else if (!unit.empty() && unit != "m/s") {
        element.problem(fmt::format("<{}> unit: expected m/s, mph or km/h, not '{}'", element.name(),
                                    unit.substr(0, 40)));
    }
    const double value = element.number(key, {-1, 1'000}) * scale;
    if (value <= 0) return std::nullopt;  // some files write this if they know no limit
    return value;
}

void read_lanes(const Element& element, Road& road) {
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        if (child.name() == "laneOffset") {
            read_profile(child, "laneOffset", "s", road.lane_offset);
        } else if (child.name() == "laneSection") {
            append(child, road.sections, read_section(child));
        } else {
            return false;
        }
        return true;
    });
    if (road.sections.empty()) {
        element.problem(fmt::format("road '{}' has no <laneSection>", road.id));
        return;
    }
    for (std::size_t i = 0; i < road.sections.size(); ++i) {
        LaneSection& section = road.sections[i];
        const double end = i + 1 < road.sections.size() ? road.sections[i + 1].s_m : road.length_m;
        section.length_m = std::max(end - section.s_m, 0.0);
    }
}

Road read_road(const Element& element) {
    Road road;
    road.line = element.line();
    road.id = element.required_text("id");
    road.name = element.text("name");
    road.junction = element.text("junction");
    if (road.junction == "-1") road.junction.clear();
    road.length_m = element.number("length", {0, kRoadLength_m_max});
    if (element.has("rule")) road.left_hand_traffic = element.word("rule", {"RHT", "LHT"}) == 1;
    const Element* lanes = nullptr;
    std::optional<Element> found;
    element.children({"userData", "dataQuality", "surface"}, [&](const Element& child) {
        if (child.name() == "link") {
            read_links(child, road);
        } else if (child.name() == "type") {
            const auto speed = child.child("speed");
            append(child, road.types,
                   {child.number("s", kAlong_m), speed ? read_speed(*speed, "max") : std::nullopt});
        } else if (child.name() == "planView") {
            read_plan(child, road);
        } else if (child.name() == "elevationProfile") {
            child.children({"userData", "dataQuality"}, [&](const Element& record) {
                read_profile(record, "elevation", "s", road.elevation);
                return record.name() == "elevation";
            });
        } else if (child.name() == "lateralProfile") {
            read_lateral(child, road);
        } else if (child.name() == "lanes") {
            found = child;
            lanes = &*found;
        } else if (child.name() == "objects") {
            read_objects(child, road);
        } else if (child.name() == "signals") {
            read_signals(child, road);
        } else {
            return false;
        }
        return true;
    });
    if (lanes != nullptr) read_lanes(*lanes, road);
    if (road.plan.empty())
        element.problem(fmt::format("road '{}' has no <planView> with a <geometry>", road.id));
    if (lanes == nullptr) element.problem(fmt::format("road '{}' has no <lanes>", road.id));
    return road;
}

}  // namespace synchrono::roadmap
