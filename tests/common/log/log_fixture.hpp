/// A fixture that gives each test a folder of its own. Also makes records to log, and reads a log back.
#pragma once

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include "common/log/log_reader.hpp"
#include "proto/record.pb.h"
#include "proto/state.pb.h"

namespace synchrono::log::testing {

class LogTest : public ::testing::Test {
  protected:
    LogTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_log_XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    ~LogTest() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  private:
    std::filesystem::path folder_;
};

/// Holds a copy of one logged message.
struct Seen {
    std::string topic;
    std::uint32_t sequence;
    std::int64_t log_ns;
    std::int64_t publish_ns;
    std::string payload;
    friend bool operator==(const Seen&, const Seen&) = default;
};

inline std::vector<Seen> messages_of(const LogReader& reader) {
    std::vector<Seen> all;
    const auto visited = reader.visit([&](const LogMessage& m) {
        all.push_back({m.channel.topic, m.sequence, m.log_time.count_ns(), m.publish_time.count_ns(),
                       std::string(as_text(m.payload))});
    });
    EXPECT_TRUE(visited) << visited.error().text;
    EXPECT_EQ(all.size(), reader.message_count());
    return all;
}

inline Bytes bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const ByteView view = as_byte_view(text);
    return {view.begin(), view.end()};
}

/// Returns a record that can be recognised by `i`.
inline std::string record_of(int i) {
    VehicleState state;
    state.set_x_m(i);
    state.set_vx_m_s(0.5F);
    AgentRecord record;
    record.mutable_state()->set_type_url("/synchrono.VehicleState");
    record.mutable_state()->set_value(state.SerializeAsString());
    return record.SerializeAsString();
}

}  // namespace synchrono::log::testing
