#include "common/roadmap/open_drive.hpp"

#include <fmt/format.h>

#include "common/roadmap/internal/read.hpp"

namespace synchrono::roadmap {

namespace {

/// Returns where the text stops being UTF-8, or its size if all of it is UTF-8.
std::size_t utf8_length(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : 3;
        if (more == 3 && first >> 3 != 30) return i;
        for (std::size_t j = 1; j <= more; ++j) {
            if (i + j >= text.size() || (static_cast<unsigned char>(text[i + j]) >> 6) != 2) return i;
        }
        i += more + 1;
    }
    return i;
}

/// Converts ISO 8859-1 to UTF-8. Older files declare that encoding and really use it.
std::string from_latin1(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            utf8 += c;
        } else {
            utf8 += static_cast<char>(0xc0 | byte >> 6);
            utf8 += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return utf8;
}

void read_header(const Element& element, OpenDrive& map) {
    const int major = element.whole("revMajor", 0, 99), minor = element.whole("revMinor", 0, 99);
    map.version = fmt::format("{}.{}", major, minor);
    if (major != 1 || minor < 4 || minor > 8) {
        element.findings().remark(
            element.line(), fmt::format("this is OpenDRIVE {}; 1.4 to 1.7 are understood", map.version));
    }
    geo::Vec3 offset;
    std::string projection;
    bool turned = false;
    element.children({"userData", "dataQuality", "license", "defaultRegulations"}, [&](const Element& child) {
        if (child.name() == "geoReference") {
            projection = child.node().child_value();
        } else if (child.name() == "offset") {
            offset = {child.number("x", {-1e8, 1e8}), child.number("y", {-1e8, 1e8}),
                      child.number_or("z", kPlace_m, 0)};
            turned = child.number_or("hdg", kAngle_rad, 0) != 0;
        } else {
            return false;
        }
        return true;
    });
    if (projection.empty() || projection.size() > 1'000) return;
    // By the standard, and in netconvert, the offset is added to projected coordinates, so the projected
    // coordinates of (0, 0) are the negative offset. Some tools write these coordinates themselves as the
    // offset. UTM has no negative coordinates, so with UTM a positive offset must come from such a tool.
    const bool offset_is_place = projection.find("+proj=utm") != projection.npos && offset.x > 0;
    if (!turned) map.origin = origin_of(projection, offset * (offset_is_place ? 1 : -1));
    if (!map.origin) {
        element.findings().remark(
            element.line(),
            "the geoReference gives no place on the earth, or not in a form that is understood");
    }
}

void read_root(const Element& root, OpenDrive& map) {
    bool header = false;
    root.children({"userData", "dataQuality"}, [&](const Element& child) {
        const auto room = [&](std::size_t count, std::size_t most) {
            return count < most || child.problem(fmt::format("more than {} <{}>", most, child.name()));
        };
        if (child.name() == "header") {
            read_header(child, map);
            header = true;
        } else if (child.name() == "road") {
            if (room(map.roads.size(), kRoadsMax)) map.roads.push_back(read_road(child));
        } else if (child.name() == "junction") {
            if (room(map.junctions.size(), kJunctionsMax)) map.junctions.push_back(read_junction(child));
        } else if (child.name() == "controller") {
            if (room(map.controllers.size(), kControllersMax))
                map.controllers.push_back(read_controller(child));
        } else {
            return false;
        }
        return true;
    });
    if (!header) root.problem("<OpenDRIVE> has no <header>");
    if (map.roads.empty()) root.problem("<OpenDRIVE> has no <road>");
}

}  // namespace

Result<OpenDrive> read_open_drive(std::string_view text, const std::string& name) {
    if (text.size() > kTextBytesMax) {
        return fail(fmt::format("{}: larger than {} MiB", name, kTextBytesMax >> 20));
    }
    std::string converted;
    const std::string_view head = text.substr(0, 200);
    if (head.find("8859-1") != head.npos && utf8_length(text) < text.size()) {
        converted = from_latin1(text);
        text = converted;
    }
    Findings findings(text, name);
    if (const std::size_t good = utf8_length(text); good < text.size()) {
        findings.problem(findings.line_at(static_cast<std::ptrdiff_t>(good)), "this is not UTF-8");
        return fail(findings.problems());
    }
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed) {
        findings.problem(findings.line_at(parsed.offset), fmt::format("XML: {}", parsed.description()));
        return fail(findings.problems());
    }
    const pugi::xml_node root = document.document_element();
    if (std::string_view(root.name()) != "OpenDRIVE") {
        findings.problem(root, "expected <OpenDRIVE>, not <" + std::string(root.name()).substr(0, 40) + ">");
        return fail(findings.problems());
    }
    OpenDrive map;
    map.name = name;
    read_root(Element(root, findings), map);
    if (!findings.any_problem()) check_references(map, findings);
    if (findings.any_problem()) return fail(findings.problems());
    map.remarks = findings.remarks();
    return map;
}

}  // namespace synchrono::roadmap
