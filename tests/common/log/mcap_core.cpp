#include "tests/common/log/mcap_core.hpp"

#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <string_view>

namespace synchrono::log::testing {
namespace {

const std::string kFolder = SYN_SOURCE_DIR "/tests/common/log/mcap_reader";

}  // namespace

std::string mcap_core_lacks() {
    if (std::string_view(SYN_NODE).empty()) return "node is not installed; scripts/setup does it";
    if (!std::filesystem::exists(kFolder + "/node_modules"))
        return "node_modules is missing in tests/common/log/mcap_reader; scripts/setup fills it";
    return {};
}

std::string read_with_mcap_core(const std::filesystem::path& file) {
    const std::string command =
        std::string("'" SYN_NODE "' '") + kFolder + "/read_log.mjs' '" + file.string() + "' 2>&1";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    EXPECT_NE(pipe, nullptr);
    if (pipe == nullptr) return {};
    std::string output;
    std::array<char, 4096> buffer;
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
        output.append(buffer.data(), n);
    EXPECT_EQ(::pclose(pipe), 0) << output;
    return output;
}

}  // namespace synchrono::log::testing
