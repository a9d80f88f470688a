/// Reads JSON files that people write. Comments are allowed, and each problem names its file, line and key.
/// A function that reads a value into a variable returns false if there is a problem. It then leaves the
/// variable unchanged, unless its comment says otherwise. So reading goes on and finds further problems.
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

/// Returns the whole content of a regular file, or an error if the file is larger than 64 MiB or cannot be
/// read.
Result<std::string> read_text_file(const std::filesystem::path& file);

/// Returns the problem with the name of an agent, a vehicle or a path, or an empty text if the name is valid.
/// Names become parts of file names and topics, so only a few characters are allowed.
std::string check_name(std::string_view name);

/// The numbers that are accepted: from `low` to `high`. With `above_low`, `low` itself is excluded; with
/// `or_zero`, 0 is accepted too.
struct Range {
    double low = 0;
    double high = 0;
    bool above_low = false;
    bool or_zero = false;
};

enum class Need { required, optional };

/// A parsed file, and further texts whose values may be put into its tree. For each value it knows where the
/// value was written, and the text of the value. From this text decimals can be read exactly.
/// Threading: one thread.  Owns: the texts and the tree; borrows the diagnostics.
class JsonText {
  public:
    /// Returns nothing, and adds a problem to `diagnostics`, if the text is not JSON. `file` is empty if the
    /// text is not from a file.
    static std::unique_ptr<JsonText> parse(std::string_view text, std::string file, Diagnostics& diagnostics);

    /// Adds another file and returns its value; problems with the value name this file. Returns nothing, with
    /// a problem, if the text is not JSON. Requires that no option has been added. Invalidates earlier
    /// results of as_written().
    std::optional<Json::Value> add_file(std::string_view text, std::string file);
    /// Adds the value of an option such as "--set a.b=1" and returns it: JSON if it parses as such, otherwise
    /// a string. Problems with the value name the option.
    Json::Value add_option(std::string_view value, std::string option);

    Json::Value& root() { return root_; }
    const Json::Value& root() const { return root_; }
    std::string where(const Json::Value& value) const;  // "file:line", the option, or nothing
    std::string_view as_written(const Json::Value& value) const;
    /// Returns the folder to which file names in this value are relative: that of the file in which it was
    /// written; for an option, the current one.
    std::filesystem::path directory(const Json::Value& value) const;
    /// Returns the folders in which data named by this value is searched for: first that of the file in
    /// which it was written, then those of the files added after that file. An option counts as part of the
    /// first file.
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
    /// Adds a problem with the value to the diagnostics and returns false.
    bool problem(std::string_view what) const;
    /// Leaves out later problems of the file with this text, because they follow from one of this value.
    void leave_out(std::string what) const { text_->diagnostics().leave_out(std::move(what)); }
    bool problem_at(std::string_view key, std::string_view what) const;  // of a key that may be missing

    bool is_array() const;  // adds a problem if it is not
    bool read(std::string& out) const;
    bool read_name(std::string& out) const;
    bool read(bool& out) const;
    bool read_number(Range range, double& out) const;
    bool read_whole(std::uint64_t low, std::uint64_t high, std::uint64_t& out) const;
    /// Reads a time in units of 10^`unit_power` ns; `range` is in units.
    bool read_time_ns(int unit_power, Range range, std::int64_t& out) const;
    /// Reads an array of `size` numbers. After a problem, some of them may have been read into `out`.
    bool read_numbers(Range range, double* out, Json::ArrayIndex size) const;

  private:
    const JsonText* text_;
    const Json::Value* value_;
    std::string key_;
};

/// Calls `read(node, name)` for each entry of an object whose keys are names of things.
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

/// Reads an object key by key. Keys that find() was not called for are unknown.
/// Borrows: what its node borrows.
class JsonObject {
  public:
    /// Adds a problem if the node is not an object. Then no key is found, and no further problem is added.
    explicit JsonObject(JsonNode node);

    std::optional<JsonNode> find(const char* key, Need need = Need::optional);
    /// Adds a problem for each unknown key. Requires that find() has been called for every key that is
    /// allowed.
    void finish() const;
    const JsonNode& node() const { return node_; }

  private:
    JsonNode node_;
    bool is_object_;
    std::vector<std::string_view> known_;
};

/// Parses text that this program wrote itself or has parsed before.
Json::Value parse_own(const std::string& text);

/// Returns the value with sorted keys and the shortest numbers: equal values give equal texts, and reading
/// them loses nothing.
std::string write_compact(const Json::Value& value);
/// Returns the same value on several lines: one for each key of the root, and one for each entry of a key
/// whose value is a list or a map of objects.
std::string write_lines(const Json::Value& value);

}  // namespace synchrono::config
