// Proves that `synchrono j2735` answers line by line in order, gives one clear error for a line that is not
// a message and goes on with the next line, and returns the right exit codes. The last test runs the real
// program.
#include "tools/messages/j2735_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <stdlib.h>

#include "tools/process/process.hpp"

namespace synchrono::tools::messages {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

struct Answer {
    bool good = false;
    std::string text;
};
Answer decode(const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    const bool good = decode_j2735_lines(in, out);
    return {good, out.str()};
}
Answer encode(const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    const bool good = encode_j2735_lines(in, out);
    return {good, out.str()};
}

TEST(J2735Command, DecodesALineToALine) {
    const Answer answer = decode("0063020A0B\n006301FF\n");
    EXPECT_TRUE(answer.good);
    EXPECT_EQ(answer.text, "{\"messageId\":99,\"value\":\"0A0B\"}\n{\"messageId\":99,\"value\":\"FF\"}\n");
}

TEST(J2735Command, EncodesALineToALine) {
    const Answer answer = encode(R"({"messageId":99,"value":"0a0b"})"
                                 "\n"
                                 R"( {"value" : "FF", "messageId" : 99} )"
                                 "\n");
    EXPECT_TRUE(answer.good);
    EXPECT_EQ(answer.text, "0063020A0B\n006301FF\n");
}

TEST(J2735Command, SpacesCaseAndLineEndsDoNotMatter) {
    const Answer answer = decode("\r\n\n  \t0063020a0B \r\n   \n006301ff");
    EXPECT_TRUE(answer.good);
    EXPECT_EQ(answer.text, "{\"messageId\":99,\"value\":\"0A0B\"}\n{\"messageId\":99,\"value\":\"FF\"}\n");
}

TEST(J2735Command, EmptyInputGivesEmptyOutput) {
    EXPECT_TRUE(decode("").good);
    EXPECT_EQ(decode("\n \n").text, "");
}

TEST(J2735Command, ABadLineIsRefusedAndTheRestIsDecoded) {
    const Answer answer = decode("hello\n006\n00 63 01 FF\n001425\n006301FF\n");
    EXPECT_FALSE(answer.good);
    const std::string pairs = "{\"error\":\"expected pairs of hexadecimal digits\"}\n";
    EXPECT_EQ(answer.text, pairs + pairs + pairs +
                               "{\"error\":\"bit 24: value: 296 bits are needed, 0 are left\"}\n"
                               "{\"messageId\":99,\"value\":\"FF\"}\n");
}

TEST(J2735Command, ABadMessageIsRefusedAndTheRestIsEncoded) {
    const Answer answer = encode(R"({"messageId":20,"value":{}})"
                                 "\nnonsense\n"
                                 R"({"messageId":99,"value":"FF"})");
    EXPECT_FALSE(answer.good);
    std::istringstream lines(answer.text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, R"({"error":"value: expected an object of one member 'BasicSafetyMessage'"})");
    std::getline(lines, line);
    EXPECT_THAT(line, HasSubstr(R"({"error":"not JSON: Line 1, Column 1)"));
    std::getline(lines, line);
    EXPECT_EQ(line, "006301FF");
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(J2735Command, ATooLongLineIsRefusedAndSkipped) {
    const Answer answer = decode(std::string(kJ2735LineBytesMax + 1, 'a') + "\n006301FF\n");
    EXPECT_FALSE(answer.good);
    EXPECT_EQ(answer.text,
              "{\"error\":\"a line of more than 4194304 octets\"}\n{\"messageId\":99,\"value\":\"FF\"}\n");
}

TEST(J2735Command, ErrorsAreValidJsonForAnyInput) {
    std::string input;
    for (int code = 1; code < 256; ++code) {
        if (code != '\n') input += static_cast<char>(code);
    }
    for (const Answer& answer :
         {decode(input + "\n"), encode("{\"" + input + "\":1}\n"), encode(input + "\n")}) {
        EXPECT_FALSE(answer.good);
        EXPECT_EQ(std::count(answer.text.begin(), answer.text.end(), '\n'), 1);
        EXPECT_THAT(answer.text, ::testing::StartsWith("{\"error\":\""));
    }
}

TEST(J2735Command, ExitCodesDistinguishErrors) {
    std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    const fs::path root = name;
    const auto exit_code = [&](const std::string& content, const std::string& command) {
        const fs::path file = root / "lines";
        std::ofstream(file) << content;
        auto child = process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                   .arguments = {"j2735", command, file.string()},
                                                   .log = root / "error",
                                                   .output = process::ProcessSpec::Output::pipe});
        if (!child) return -1;
        while (child->read_line(WallDuration::seconds(60))) {
        }
        const auto exit = child->wait(WallDuration::seconds(60));
        fs::remove(root / "error");
        return exit && exit->kind == process::ExitStatus::Kind::exited ? exit->value : -1;
    };
    EXPECT_EQ(exit_code("006301FF\n", "decode"), 0);
    EXPECT_EQ(exit_code("", "decode"), 0);
    EXPECT_EQ(exit_code("0063\n", "decode"), 1);
    EXPECT_EQ(exit_code(R"({"messageId":99,"value":"FF"})", "encode"), 0);
    EXPECT_EQ(exit_code("{}", "encode"), 1);
    EXPECT_EQ(exit_code("", "transcode"), 2);
    fs::remove(root / "lines");
    fs::create_directory(root / "lines");
    EXPECT_EQ(exit_code("", "decode"), 2) << "a folder cannot be read";
    fs::remove_all(root);
}

}  // namespace
}  // namespace synchrono::tools::messages
