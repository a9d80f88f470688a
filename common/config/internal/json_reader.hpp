/// Reads JSON files that people write: comments allowed, and each problem told with its file, line and key.
/// A function that reads a value into a variable leaves it alone and returns false when there is a problem or
/// no such key, so that reading goes on and finds the other problems too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <json/value.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/internal/diagnostics.hpp"

namespace synchrono::config {

/// The whole of a regular file of bearable size.
Result<std::string> read_text_file(const std::filesystem::path& file);

/// What is wrong with the name of an agent, a vehicle or a path; empty if nothing is. Names become parts of
/// file names and topics, hence the few characters.
std::string check_name(std::string_view name);

/// Which numbers are welcome: from `low` (or, if `above_low`, beyond it) to `high`.
struct Range {
    double low = 0;
    double high = 0;
    bool above_low = false;
    bool or_zero = false;
};

enum class Need { required, optional };

/// A parsed file, and further texts whose values may be put into its tree: each value goes on telling where
/// it is from. Numbers are kept as written, for decimals that must be exact.
/// Threading: one thread.  Owns: the texts and the tree; borrows the diagnostics.
class JsonText {
  public:
    /// Nothing, and a problem in `diagnostics`, when the text is no JSON. `file` is empty if it lies in none.
    static std::unique_ptr<JsonText> parse(std::string_view text, std::string file, Diagnostics& diagnostics);

    /// One more file, which names itself in problems. Nothing, with a problem, when it is no JSON. Views of
    /// texts that were taken before are no longer good.
    std::optional<Json::Value> add_file(std::string_view text, std::string file);
    /// The value of an option such as "--set a.b=1", which names itself in problems: JSON, else a string.
    Json::Value add_option(std::string_view value, std::string option);

    Json::Value& root() { return root_; }
    const Json::Value& root() const { return root_; }
    std::string where(const Json::Value& value) const;  // "file:line", the option, or nothing
    std::string_view as_written(const Json::Value& value) const;
    /// What the names of files in the value are relative to: the folder of the file that it is written in; of
    /// an option, where the command was typed.
    std::filesystem::path directory(const Json::Value& value) const;
    /// Where the data that the value names is looked for: first the folder of the file that it is written in,
    /// then those of the files that were added after that one. An option counts as written in the first.
    std::vector<std::filesystem::path> directories(const Json::Value& value) const;
    Diagnostics& diagnostics() const { return diagnostics_; }

  private:
    struct Source {
        std::string name;
        bool is_file;
        std::ptrdiff_t begin;    // in text_
        std::size_t first_line;  // in line_starts_
    };
    explicit JsonText(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
    const Source& source_of(const Json::Value& value) const;
    Json::Value keep(std::string_view text, Source source, Json::Value value);

    std::vector<Source> sources_;  // files, then options
    std::string text_;             // of all sources
    std::vector<std::ptrdiff_t> line_starts_;
    Json::Value root_;
    Diagnostics& diagnostics_;
};

/// One value of a file and the key that leads to it, such as "agents[3].place".
/// Borrows: the JsonText.
class JsonNode {
  public:
    explicit JsonNode(const JsonText& text) : JsonNode(text, text.root(), {}) {}
    JsonNode(const JsonText& text, const Json::Value& value, std::string key)
        : text_(&text), value_(&value), key_(std::move(key)) {}

    const Json::Value& value() const { return *value_; }
    std::string where() const { return text_->where(*value_); }
    std::filesystem::path directory() const { return text_->directory(*value_); }
    std::vector<std::filesystem::path> directories() const { return text_->directories(*value_); }
    const Diagnostics& diagnostics() const { return text_->diagnostics(); }
    JsonNode child(std::string_view key, const Json::Value& value) const;
    JsonNode element(Json::ArrayIndex index) const;
    /// Reports and returns false.
    bool problem(std::string_view what) const;
    bool problem_at(std::string_view key, std::string_view what) const;  // of a key that may be missing

    bool is_array() const;  // a problem if not
    bool read(std::string& out) const;
    bool read_name(std::string& out) const;
    bool read(bool& out) const;
    bool read_number(Range range, double& out) const;
    bool read_whole(std::uint64_t low, std::uint64_t high, std::uint64_t& out) const;
    /// A time in units of 10^`unit_power` ns; `range` is in units.
    bool read_time_ns(int unit_power, Range range, std::int64_t& out) const;
    /// An array of `size` numbers.
    bool read_numbers(Range range, double* out, Json::ArrayIndex size) const;

  private:
    const JsonText* text_;
    const Json::Value* value_;
    std::string key_;
};

/// Calls `read(member, name)` for each member of an object whose keys are names.
template <typename Read>
void each_named(const JsonNode& node, Read read) {
    if (!node.value().isObject()) {
        node.problem("expected an object");
        return;
    }
    for (auto it = node.value().begin(); it != node.value().end(); ++it) {
        const std::string name = it.name();
        const JsonNode member = node.child(name, *it);
        if (const std::string wrong = check_name(name); !wrong.empty()) {
            member.problem(wrong);
        } else {
            read(member, name);
        }
    }
}

/// Takes an object apart key by key; what is left over in the end is unknown.
/// Borrows: what its node borrows.
class JsonObject {
  public:
    /// Reports when the node is no object; then nothing is found in it and nothing more is reported.
    explicit JsonObject(JsonNode node);

    std::optional<JsonNode> find(const char* key, Need need = Need::optional);
    /// To be called when every key that may be there has been asked for: reports the others.
    void finish() const;
    const JsonNode& node() const { return node_; }

  private:
    JsonNode node_;
    bool is_object_;
    std::vector<std::string_view> known_;
};

/// Of text that this program wrote itself or has read before.
Json::Value parse_own(const std::string& text);

/// Sorted keys and shortest numbers: equal values give equal texts, and reading them back loses nothing.
std::string write_compact(const Json::Value& value);
/// The same on several lines: one for each of the root's members, and for each of theirs if it is a list of
/// things.
std::string write_lines(const Json::Value& value);

}  // namespace synchrono::config
