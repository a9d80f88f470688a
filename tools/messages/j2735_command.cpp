#include "tools/messages/j2735_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <json/json.h>
#include <memory>

#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"

namespace synchrono::tools::messages {
namespace {

constexpr int kSomeRefused = 1;
constexpr int kUsage = 2;

using LineAnswer = Result<void> (*)(std::string_view line, std::string& answer);

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r";
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

/// Reads a line; returns false at the end of the input. `fits` is false when the line was too long and was
/// cut.
bool read_line(std::istream& in, std::string& line, bool& fits) {
    line.clear();
    fits = true;
    std::streambuf& buffer = *in.rdbuf();
    bool any = false;
    for (int next = buffer.sbumpc(); next != std::char_traits<char>::eof(); next = buffer.sbumpc()) {
        any = true;
        if (next == '\n') break;
        fits = fits && line.size() < kJ2735LineBytesMax;
        if (fits) line += static_cast<char>(next);
    }
    return any;
}

bool answer_lines(std::istream& in, std::ostream& out, LineAnswer answer_line) {
    std::string line, answer;
    bool fits = true, good = true;
    while (out && read_line(in, line, fits)) {
        const std::string_view text = trimmed(line);
        if (fits && text.empty()) continue;
        const Result<void> answered =
            fits ? answer_line(text, answer)
                 : fail(fmt::format("a line of more than {} octets", kJ2735LineBytesMax));
        if (!answered) {
            answer = "{\"error\":" + Json::valueToQuotedString(answered.error().text.c_str()) + "}";
            good = false;
        }
        answer += '\n';
        out.write(answer.data(), static_cast<std::streamsize>(answer.size()));
        // Flushes when no more input is waiting, so that a program that writes one line and waits gets its
        // answer.
        if (in.rdbuf()->in_avail() <= 0) out.flush();
    }
    out.flush();
    return good && out;
}

Result<void> decode_line(std::string_view line, std::string& answer) {
    Bytes bytes;
    if (!j2735::parse_hex(line, bytes)) return fail("expected pairs of hexadecimal digits");
    const auto frame = j2735::decode(bytes);
    if (!frame) return fail(frame.error().text);
    answer = j2735::to_json(*frame);
    return {};
}

Result<void> encode_line(std::string_view line, std::string& answer) {
    const auto frame = j2735::from_json(line);
    if (!frame) return fail(frame.error().text);
    Bytes bytes;
    if (const auto encoded = j2735::encode(*frame, bytes); !encoded) return encoded;
    answer = j2735::to_hex(bytes);
    return {};
}

int run(const std::string& file, bool (*lines)(std::istream&, std::ostream&)) {
    std::ios::sync_with_stdio(false);
    if (file.empty() || file == "-") return lines(std::cin, std::cout) ? 0 : kSomeRefused;
    std::ifstream in(file, std::ios::binary);
    if (!in || in.peek() == std::char_traits<char>::eof()) {
        // A folder can be opened but not read, which is an error. An empty file is not.
        if (!in.eof()) {
            fmt::print(stderr, "synchrono j2735: {}: cannot be read\n", file);
            return kUsage;
        }
        in.clear();
    }
    return lines(in, std::cout) ? 0 : kSomeRefused;
}

void add(CLI::App& command, int& exit_code, const char* name, const char* what,
         bool (*lines)(std::istream&, std::ostream&)) {
    CLI::App* sub = command.add_subcommand(name, what);
    const auto file = std::make_shared<std::string>();  // owned by the callback, which CLI11 keeps
    sub->add_option("FILE", *file, "Read this instead of standard input");
    sub->callback([file, lines, &exit_code] { exit_code = run(*file, lines); });
}

}  // namespace

bool decode_j2735_lines(std::istream& in, std::ostream& out) { return answer_lines(in, out, decode_line); }
bool encode_j2735_lines(std::istream& in, std::ostream& out) { return answer_lines(in, out, encode_line); }

void add_j2735_command(CLI::App& app, int& exit_code) {
    CLI::App* command =
        app.add_subcommand("j2735", "Convert messages of SAE J2735 between hexadecimal and JSON");
    command->require_subcommand(1);
    add(*command, exit_code, "decode", "Convert lines of hexadecimal digits to lines of JSON",
        decode_j2735_lines);
    add(*command, exit_code, "encode", "Convert lines of JSON to lines of hexadecimal digits",
        encode_j2735_lines);
}

}  // namespace synchrono::tools::messages
