/// Maps for tests: those in tests/data/roadmap, and copies of them that are altered in one place.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap::testing {

inline std::string map_text(const std::string& name) {
    std::ifstream in(std::string(SYN_TEST_DATA) + "/roadmap/" + name + ".xodr", std::ios::binary);
    EXPECT_TRUE(in.good()) << name;
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns the text with the first occurrence of `what` replaced.
inline std::string altered(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

inline RoadMap make_map(const std::string& text) {
    auto read = read_open_drive(text, "map.xodr");
    if (!read) throw std::runtime_error(read.error().text);
    auto map = RoadMap::make(std::move(*read));
    if (!map) throw std::runtime_error(map.error().text);
    return std::move(*map);
}

inline std::uint32_t way_named(const RoadMap& map, const std::string& name) {
    for (std::uint32_t i = 0; i < map.ways().size(); ++i) {
        if (map.ways()[i].name == name) return i;
    }
    ADD_FAILURE() << "no way " << name;
    return kNone;
}

inline std::vector<std::string> names(const RoadMap& map, const std::vector<std::uint32_t>& ways) {
    std::vector<std::string> names;
    for (const std::uint32_t way : ways) names.push_back(map.ways()[way].name);
    return names;
}

}  // namespace synchrono::roadmap::testing
