// Reads what stands beside a road and on it: signals and objects.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "common/roadmap/internal/read.hpp"

namespace synchrono::roadmap {

std::vector<Validity> read_validity(const Element& element) {
    std::vector<Validity> all;
    for (pugi::xml_node node : element.node().children("validity")) {
        const Element child(node, element.findings());
        if (all.size() >= kLanesMax) {
            child.problem("more <validity> than there can be lanes");
            break;
        }
        constexpr int kMost = static_cast<int>(kLanesMax);
        Validity validity{child.whole("fromLane", -kMost, kMost), child.whole("toLane", -kMost, kMost)};
        if (validity.from > validity.to) std::swap(validity.from, validity.to);
        all.push_back(validity);
    }
    return all;
}

Side read_side(const Element& element) {
    const std::string text = element.text("orientation");
    return text == "+" ? Side::along : text == "-" ? Side::against : Side::both;
}

namespace {

Signal read_signal(const Element& element) {
    Signal signal;
    signal.line = element.line();
    signal.reference = element.name() == "signalReference";
    signal.id = element.required_text("id");
    signal.s_m = element.number("s", {-1e5, 1e5});
    signal.t_m = element.number("t", kPlace_m);
    signal.side = read_side(element);
    signal.validity = read_validity(element);
    if (signal.reference) return signal;
    signal.name = element.text("name");
    signal.type = element.text("type");
    signal.subtype = element.text("subtype");
    signal.country = element.text("country");
    signal.dynamic = element.flag("dynamic", false);
    signal.z_m = element.number_or("zOffset", kPlace_m, 0);
    // Some files have words here. These are ignored, because nothing essential depends on a sign's value.
    const std::string value = element.text("value");
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size()) signal.value = number;
    return signal;
}

std::optional<Outline> read_outline(const Element& element) {
    Outline outline;
    outline.closed = element.flag("closed", true);
    std::size_t road_corners = 0, local_corners = 0;
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        const bool on_road = child.name() == "cornerRoad";
        if (!on_road && child.name() != "cornerLocal") return false;
        if (outline.corners.size() >= kCornersMax) {
            return !child.problem(fmt::format("more than {} corners", kCornersMax));
        }
        ++(on_road ? road_corners : local_corners);
        outline.corners.push_back({child.number(on_road ? "s" : "u", kPlace_m),
                                   child.number(on_road ? "t" : "v", kPlace_m),
                                   child.number_or(on_road ? "dz" : "z", kPlace_m, 0)});
        outline.height_m = std::max(outline.height_m, child.number_or("height", {0, 1e4}, 0));
        return true;
    });
    outline.local = local_corners > 0;
    if (road_corners > 0 && local_corners > 0) {
        element.problem("<outline> has both <cornerRoad> and <cornerLocal>");
        return std::nullopt;
    }
    return outline.corners.empty() ? std::nullopt : std::optional(outline);
}

Object read_object(const Element& element) {
    Object object;
    object.line = element.line();
    object.id = element.text("id");
    object.name = element.text("name");
    object.type = element.text("type");
    object.subtype = element.text("subtype");
    object.s_m = element.number("s", {-1e5, 1e5});
    object.t_m = element.number("t", kPlace_m);
    object.z_m = element.number_or("zOffset", kPlace_m, 0);
    object.heading_rad = element.number_or("hdg", kAngle_rad, 0);
    object.length_m = element.number_or("length", {0, 1e4}, 0);
    object.width_m = element.number_or("width", {0, 1e4}, 0);
    object.radius_m = element.number_or("radius", {0, 1e4}, 0);
    object.height_m = element.number_or("height", {0, 1e4}, 0);
    object.side = read_side(element);
    object.validity = read_validity(element);
    const auto outline = [&](const Element& child) {
        auto found = read_outline(child);
        if (found && object.outlines.size() < kLanesMax) object.outlines.push_back(std::move(*found));
        return true;
    };
    element.children({"validity", "dataQuality", "material", "markings", "borders", "parkingSpace", "surface",
                      "repeat", "skeleton"},
                     [&](const Element& child) {
                         if (child.name() == "outline") return outline(child);  // in OpenDRIVE up to 1.4
                         if (child.name() == "outlines") {
                             child.children({"userData"}, [&](const Element& one) {
                                 return one.name() == "outline" && outline(one);
                             });
                             return true;
                         }
                         if (child.name() != "userData") return false;
                         if (child.text("code") == "signal") object.signal = child.required_text("value");
                         return true;
                     });
    return object;
}

}  // namespace

void read_signals(const Element& element, Road& road) {
    element.children({"userData", "dataQuality"}, [&](const Element& child) {
        if (child.name() != "signal" && child.name() != "signalReference") return false;
        if (road.signals.size() >= kRecordsMax) {
            return !child.problem(fmt::format("more than {} signals on one road", kRecordsMax));
        }
        road.signals.push_back(read_signal(child));
        return true;
    });
}

void read_objects(const Element& element, Road& road) {
    element.children({"userData", "dataQuality", "objectReference"}, [&](const Element& child) {
        if (child.name() != "object") return false;
        if (road.objects.size() >= kRecordsMax) {
            return !child.problem(fmt::format("more than {} objects on one road", kRecordsMax));
        }
        road.objects.push_back(read_object(child));
        return true;
    });
}

}  // namespace synchrono::roadmap
