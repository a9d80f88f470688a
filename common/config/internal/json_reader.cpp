#include "common/config/internal/json_reader.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <json/reader.h>
#include <sstream>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/base/nearest_name.hpp"
#include "common/config/arguments.hpp"

namespace synchrono::config {

namespace {

constexpr std::uintmax_t kFileBytesMax = 64 << 20;
constexpr int kDepthMax = 100;

std::string expectation(Range range) {
    if (range.or_zero) return fmt::format("expected 0, or {} to {}", range.low, range.high);
    return range.above_low ? fmt::format("expected more than {} and at most {}", range.low, range.high)
                           : fmt::format("expected {} to {}", range.low, range.high);
}

bool within(double value, Range range) {
    if (range.or_zero && value == 0) return true;
    return (range.above_low ? value > range.low : value >= range.low) && value <= range.high;
}

/// Adds the first problem of JsonCpp's report as one line. The report reads "* Line 3, Column 5\n  Text\nSee
/// Line 2 for detail.\n". Its further problems mostly follow from the first.
void add_syntax_problem(const std::string& report, const std::string& file, Diagnostics& diagnostics) {
    int line = 0, column = 0;
    std::istringstream in(report);
    std::string head, text;
    std::getline(in, head);
    std::getline(in, text);
    const std::size_t start = text.find_first_not_of(' ');
    text = start == std::string::npos ? "not JSON" : text.substr(start);
    if (!text.empty() && text.back() == '.') text.pop_back();
    if (std::sscanf(head.c_str(), "* Line %d, Column %d", &line, &column) == 2) {
        diagnostics.add(fmt::format("{}:{}", file, line), {}, fmt::format("{} (column {})", text, column));
    } else {
        diagnostics.add(file, {}, text);
    }
}

enum class Parsed { good, wrong, too_deep };

/// Parses JSON. If the text is wrong, `report` is JsonCpp's report.
Parsed parse_json(std::string_view text, Json::Value& out, std::string& report) {
    Json::CharReaderBuilder builder;
    builder["collectComments"] = false;
    builder["rejectDupKeys"] = true;
    builder["failIfExtra"] = true;
    builder["stackLimit"] = kDepthMax;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    try {
        return reader->parse(text.data(), text.data() + text.size(), &out, &report) ? Parsed::good
                                                                                    : Parsed::wrong;
    } catch (const std::exception&) {  // JsonCpp throws if the text is nested too deeply
        return Parsed::too_deep;
    }
}

/// Moves the offsets of a value and of all values in it by `by`.
void shift(Json::Value& value, std::ptrdiff_t by) {
    value.setOffsetStart(value.getOffsetStart() + by);
    value.setOffsetLimit(value.getOffsetLimit() + by);
    if (!value.isObject() && !value.isArray()) return;
    for (auto it = value.begin(); it != value.end(); ++it) shift(*it, by);
}

void write_string(std::string_view text, std::string& out) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    out += '"';
}

/// Writes a value. `lines` is the number of levels, from this one down, that may be split into lines.
void write(const Json::Value& value, int lines, int indent, bool spaces, std::string& out) {
    switch (value.type()) {
        case Json::nullValue:
            out += "null";
            return;
        case Json::booleanValue:
            out += value.asBool() ? "true" : "false";
            return;
        case Json::intValue:
            fmt::format_to(std::back_inserter(out), "{}", value.asInt64());
            return;
        case Json::uintValue:
            fmt::format_to(std::back_inserter(out), "{}", value.asUInt64());
            return;
        case Json::realValue:
            // A whole number is read back as an integer, and integers have no negative zero.
            fmt::format_to(std::back_inserter(out), "{}", value.asDouble() == 0 ? 0.0 : value.asDouble());
            return;
        case Json::stringValue: {
            const char *begin = nullptr, *end = nullptr;
            value.getString(&begin, &end);
            write_string({begin, static_cast<std::size_t>(end - begin)}, out);
            return;
        }
        case Json::arrayValue:
        case Json::objectValue:
            break;
    }
    const bool object = value.isObject();
    // Below the root, only a list or map of objects is split into lines: a point or a gate is not.
    const bool split = lines > 0 && !value.empty() && (indent == 0 || value.begin()->isObject());
    out += object ? '{' : '[';
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
        if (!first) out += spaces && !split ? ", " : ",";
        first = false;
        if (split) {
            out += '\n';
            out.append(static_cast<std::size_t>(indent) + 2, ' ');
        }
        if (object) {
            const char* end = nullptr;
            const char* begin = it.memberName(&end);
            write_string({begin, static_cast<std::size_t>(end - begin)}, out);
            out += spaces ? ": " : ":";
        }
        write(*it, split ? lines - 1 : 0, indent + 2, spaces, out);
    }
    if (split) {
        out += '\n';
        out.append(static_cast<std::size_t>(indent), ' ');
    }
    out += object ? '}' : ']';
}

}  // namespace

Result<std::string> read_text_file(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) return fail(fmt::format("{}: no such file", file.string()));
    if (!std::filesystem::is_regular_file(status)) return fail(fmt::format("{}: not a file", file.string()));
    if (const auto size = std::filesystem::file_size(file, error); !error && size > kFileBytesMax) {
        return fail(fmt::format("{}: too large, expected at most {} bytes", file.string(), kFileBytesMax));
    }
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    // An empty file sets the fail bit of `text`; a file that cannot be read is not open or sets the bad bit
    // of `in`.
    if (!in.is_open() || in.bad()) return fail(fmt::format("{}: cannot be read", file.string()));
    return std::move(text).str();
}

std::string check_name(std::string_view name) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    const auto good = [&](char c) { return plain(c) || c == '-' || c == '.'; };
    if (name.empty() || !plain(name[0]) || !std::all_of(name.begin(), name.end(), good)) {
        return "expected a name that begins with a letter, a digit or '_' and continues with these, "
               "'-' or '.'";
    }
    if (name.size() > limits::kNameBytesMax) {
        return fmt::format("expected a name of at most {} characters", limits::kNameBytesMax);
    }
    return {};
}

std::unique_ptr<JsonText> JsonText::parse(std::string_view text, std::string file, Diagnostics& diagnostics) {
    std::unique_ptr<JsonText> parsed(new JsonText(diagnostics));
    auto root = parsed->add_file(text, std::move(file));
    if (!root) return nullptr;
    parsed->root_ = std::move(*root);
    return parsed;
}

std::optional<Json::Value> JsonText::add_file(std::string_view text, std::string file) {
    SYN_REQUIRE(sources_.empty() || sources_.back().is_file);
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // else all offsets would be wrong
    Json::Value value;
    std::string report;
    switch (parse_json(text, value, report)) {
        case Parsed::good:
            return keep(text, {.name = std::move(file), .is_file = true, .begin = 0, .first_line = 0},
                        std::move(value));
        case Parsed::wrong:
            add_syntax_problem(report, file, diagnostics_);
            break;
        case Parsed::too_deep:
            diagnostics_.add(file, {}, fmt::format("nested deeper than {}", kDepthMax));
            break;
    }
    return std::nullopt;
}

Json::Value JsonText::add_option(std::string_view text, std::string option) {
    Json::Value value;
    std::string report;
    if (parse_json(text, value, report) != Parsed::good) {
        value = Json::Value(text.data(), text.data() + text.size());
        value.setOffsetStart(0);
        value.setOffsetLimit(static_cast<std::ptrdiff_t>(text.size()));
    }
    return keep(text, {.name = std::move(option), .is_file = false, .begin = 0, .first_line = 0},
                std::move(value));
}

Json::Value JsonText::keep(std::string_view text, Source source, Json::Value value) {
    source.begin = static_cast<std::ptrdiff_t>(text_.size());
    source.first_line = line_starts_.size();
    line_starts_.push_back(source.begin);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') line_starts_.push_back(source.begin + static_cast<std::ptrdiff_t>(i) + 1);
    }
    text_ += text;
    text_ += '\n';  // no two sources begin at the same offset
    shift(value, source.begin);
    sources_.push_back(std::move(source));
    return value;
}

const JsonText::Source& JsonText::source_of(const Json::Value& value) const {
    const auto after =
        std::upper_bound(sources_.begin(), sources_.end(), value.getOffsetStart(),
                         [](std::ptrdiff_t offset, const Source& source) { return offset < source.begin; });
    SYN_REQUIRE(after != sources_.begin());
    return *(after - 1);
}

std::string JsonText::where(const Json::Value& value) const {
    const Source& source = source_of(value);
    if (!source.is_file || source.name.empty()) return source.name;
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), value.getOffsetStart());
    return fmt::format("{}:{}", source.name,
                       after - line_starts_.begin() - static_cast<std::ptrdiff_t>(source.first_line));
}

std::filesystem::path JsonText::directory(const Json::Value& value) const {
    const Source& source = source_of(value);
    return source.is_file ? std::filesystem::path(source.name).parent_path() : std::filesystem::path();
}

std::vector<std::filesystem::path> JsonText::directories(const Json::Value& value) const {
    const Source& source = source_of(value);
    std::vector<std::filesystem::path> directories;
    for (const Source* s = source.is_file ? &source : sources_.data();
         s != sources_.data() + sources_.size() && s->is_file; ++s) {
        const auto directory = std::filesystem::path(s->name).parent_path();
        if (std::find(directories.begin(), directories.end(), directory) == directories.end())
            directories.push_back(directory);
    }
    return directories;
}

std::string_view JsonText::as_written(const Json::Value& value) const {
    const auto start = static_cast<std::size_t>(value.getOffsetStart());
    const auto limit = static_cast<std::size_t>(value.getOffsetLimit());
    SYN_REQUIRE(start <= limit && limit <= text_.size());
    return std::string_view(text_).substr(start, limit - start);
}

JsonNode JsonNode::child(std::string_view key, const Json::Value& value) const {
    return JsonNode(*text_, value, key_.empty() ? std::string(key) : fmt::format("{}.{}", key_, key));
}

JsonNode JsonNode::element(Json::ArrayIndex index) const {
    return JsonNode(*text_, (*value_)[index], fmt::format("{}[{}]", key_, index));
}

bool JsonNode::problem(std::string_view what) const {
    text_->diagnostics().add(where(), key_, what);
    return false;
}

bool JsonNode::problem_at(std::string_view key, std::string_view what) const {
    const std::string name(key);
    const bool is_there = value_->isObject() && value_->isMember(name);
    return child(key, is_there ? (*value_)[name] : *value_).problem(what);
}

bool JsonNode::is_array() const { return value_->isArray() || problem("expected an array"); }

bool JsonNode::read(std::string& out) const {
    if (!value_->isString()) return problem("expected a string");
    const std::string text = value_->asString();
    if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; })) {
        return problem("expected no control characters");
    }
    out = text;
    return true;
}

bool JsonNode::read_name(std::string& out) const {
    if (!value_->isString()) return problem("expected a string");
    const std::string name = value_->asString();
    if (const std::string wrong = check_name(name); !wrong.empty()) return problem(wrong);
    out = name;
    return true;
}

bool JsonNode::read(bool& out) const {
    if (!value_->isBool()) return problem("expected true or false");
    out = value_->asBool();
    return true;
}

bool JsonNode::read_number(Range range, double& out) const {
    if (!value_->isNumeric()) return problem("expected a number");
    const std::string_view text = text_->as_written(*value_);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return problem(fmt::format("expected a number, not {}", text.substr(0, 40)));
    }
    if (!within(number, range)) return problem(expectation(range));
    out = number;
    return true;
}

bool JsonNode::read_whole(std::uint64_t low, std::uint64_t high, std::uint64_t& out) const {
    const auto expected = [&] {
        return problem(fmt::format("expected a whole number from {} to {}", low, high));
    };
    if (!value_->isNumeric()) return expected();
    const std::string_view text = text_->as_written(*value_);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < low || number > high) {
        return expected();
    }
    out = number;
    return true;
}

bool JsonNode::read_time_ns(int unit_power, Range range, std::int64_t& out) const {
    if (!value_->isNumeric()) return problem("expected a number");
    const Result<std::int64_t> ns = decimal_to_ns(text_->as_written(*value_), unit_power);
    if (!ns) return problem(ns.error().text);
    double unit = 1;
    for (int i = 0; i < unit_power; ++i) unit *= 10;
    if (!within(static_cast<double>(*ns) / unit, range)) return problem(expectation(range));
    out = *ns;
    return true;
}

bool JsonNode::read_numbers(Range range, double* out, Json::ArrayIndex size) const {
    if (!value_->isArray() || value_->size() != size) {
        return problem(fmt::format("expected an array of {} numbers", size));
    }
    bool good = true;
    for (Json::ArrayIndex i = 0; i < size; ++i) good = element(i).read_number(range, out[i]) && good;
    return good;
}

JsonObject::JsonObject(JsonNode node) : node_(std::move(node)), is_object_(node_.value().isObject()) {
    if (!is_object_) node_.problem("expected an object");
}

std::optional<JsonNode> JsonObject::find(const char* key, Need need) {
    if (!is_object_) return std::nullopt;
    known_.push_back(key);
    if (const Json::Value* value = node_.value().find(key, key + std::char_traits<char>::length(key))) {
        return node_.child(key, *value);
    }
    if (need == Need::required) node_.problem_at(key, "missing");
    return std::nullopt;
}

void JsonObject::finish() const {
    if (!is_object_) return;
    const Json::Value& value = node_.value();
    for (auto it = value.begin(); it != value.end(); ++it) {
        const std::string key = it.name();
        if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
        std::vector<std::string> known(known_.begin(), known_.end());
        std::sort(known.begin(), known.end());
        known.erase(std::unique(known.begin(), known.end()), known.end());
        node_.child(key, *it).problem(
            fmt::format("unknown{}{}", did_you_mean(key, known, "known here: "), fmt::join(known, ", ")));
    }
}

Json::Value parse_own(const std::string& text) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, "own text", diagnostics);
    SYN_REQUIRE(json);
    return json->root();
}

std::string write_compact(const Json::Value& value) {
    std::string out;
    write(value, 0, 0, false, out);
    return out;
}

std::string write_lines(const Json::Value& value) {
    std::string out;
    write(value, 2, 0, true, out);
    out += '\n';
    return out;
}

}  // namespace synchrono::config
