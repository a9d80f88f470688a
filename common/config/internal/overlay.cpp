#include "common/config/internal/overlay.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <fmt/format.h>

#include "common/base/quoted_list.hpp"
#include "common/config/data_file.hpp"
#include "common/config/internal/data_file.hpp"

namespace synchrono::config {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kOverlaysMax = 8;  // on top of each other
// Limits the depth of the tree, together with the greatest depth of a file.
constexpr std::size_t kStepsMax = 50;
constexpr std::size_t kPathBytesMax = 1'000;
constexpr std::size_t kOptionBytesShown = 100;
constexpr std::size_t kKeysShown = 30;
constexpr std::string_view kKnownThere = "known there: ";

/// A place in a tree, found by a path such as "agents.car7.place" or "paths.road.points[0]", at which a value
/// can be set or removed. find() leaves the tree unchanged; if it fails, it writes the reason to `problem`.
class Place {
  public:
    static std::optional<Place> find(Json::Value& root, std::string_view path, std::string& problem) {
        Place place(root);
        if (path.size() > kPathBytesMax) {
            problem = fmt::format("expected a path of at most {} characters", kPathBytesMax);
            return std::nullopt;
        }
        std::string_view rest = path;
        for (std::size_t steps = 0; steps == 0 || !rest.empty(); ++steps) {
            if (steps == kStepsMax) {
                problem = fmt::format("expected a path of at most {} steps", kStepsMax);
                return std::nullopt;
            }
            place.so_far_ = path.substr(0, path.size() - rest.size());
            if (!place.enter() || !place.step(rest, steps == 0)) {
                problem = place.problem_;
                return std::nullopt;
            }
        }
        return place;
    }

    bool exists() const { return value_ != nullptr; }
    Json::Value* value() const { return value_; }
    void set(Json::Value value) {
        if (value_ != nullptr) {
            *value_ = std::move(value);
        } else {
            (*parent_)[key_] = std::move(value);
        }
    }
    /// Removes the value. Requires that it exists.
    void remove() {
        Json::Value removed;
        if (parent_->isArray()) {
            parent_->removeIndex(index_, &removed);
        } else {
            parent_->removeMember(key_);
        }
    }

  private:
    explicit Place(Json::Value& root) : value_(&root) {}

    /// Enters the value to which the steps so far have led: it becomes the parent of the next step.
    bool enter() {
        if (value_ == nullptr) return refuse(fmt::format("no '{}' in {}", key_, inside_), parent_);
        parent_ = value_;
        inside_ = so_far_.empty() ? "the scenario" : fmt::format("'{}'", so_far_);
        return true;
    }

    bool step(std::string_view& rest, bool first) {
        if (rest.starts_with('[')) return step_by_index(rest);
        if (!first && !rest.starts_with('.')) return refuse("expected '.' or '[' after ']'");
        if (!first) rest.remove_prefix(1);
        if (parent_->isObject()) return step_by_key(rest);
        if (parent_->isArray()) return step_by_name(rest);
        return refuse(fmt::format("{} is neither an object nor a list", inside_));
    }

    bool step_by_index(std::string_view& rest) {
        Json::ArrayIndex index = 0;
        const char* const end = rest.data() + rest.size();
        const auto [stop, error] = std::from_chars(rest.data() + 1, end, index);
        if (error != std::errc{} || stop == end || *stop != ']')
            return refuse("expected an index such as [0] after '['");
        rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()) + 1);
        if (!parent_->isArray()) return refuse(fmt::format("{} is not a list", inside_));
        if (index >= parent_->size()) {
            return refuse(parent_->empty() ? fmt::format("{} is empty", inside_)
                                           : fmt::format("{} ends with [{}]", inside_, parent_->size() - 1));
        }
        go_to(index);
        return true;
    }

    bool step_by_key(std::string_view& rest) {
        value_ = nullptr;
        // Keys may contain dots: takes the longest key that exists, else a new one up to the next dot.
        take_longest(rest, [&](std::string_view key) {
            value_ = find_member(*parent_, key);
            return value_ != nullptr;
        });
        return !key_.empty() || refuse(fmt::format("expected a key in {}", inside_));
    }

    bool step_by_name(std::string_view& rest) {
        value_ = nullptr;
        const bool found = take_longest(rest, [&](std::string_view name) {
            for (Json::ArrayIndex i = 0; i < parent_->size(); ++i) {
                if (name_of((*parent_)[i]) != name) continue;
                go_to(i);
                return true;
            }
            return false;
        });
        return found || no_name();
    }

    bool no_name() {
        for (const Json::Value& entry : std::as_const(*parent_)) {
            const std::string_view group = name_of(entry);
            const std::string_view key = key_;
            if (!entry.isObject() || !entry.isMember("count") || group.empty() || !key.starts_with(group))
                continue;
            const std::string_view number = key.substr(group.size());
            if (number.empty() || number.find_first_not_of("0123456789") != number.npos) continue;
            return refuse(fmt::format(
                "'{}' belongs to the group '{}', which can only be changed as a whole; give it an "
                "entry of its own to change it alone",
                key_, group));
        }
        std::vector<std::string> names;
        for (const Json::Value& entry : std::as_const(*parent_))
            if (!name_of(entry).empty()) names.emplace_back(name_of(entry));
        if (names.empty())
            return refuse(fmt::format("{} is a list without names: expected an index such as [0]", inside_));
        return refuse(fmt::format("no '{}' in {}{}{}", key_, inside_, did_you_mean(key_, names, kKnownThere),
                                  first_names(names, [](const std::string& name) { return name; })));
    }

    /// Moves a beginning of `rest` to `key_`. The beginning must end where a step may end. Takes the longest
    /// one for which `is_there` returns true. If there is none, takes the shortest one and returns false.
    template <typename IsThere>
    bool take_longest(std::string_view& rest, IsThere is_there) {
        for (std::size_t end = rest.size();; end = rest.find_last_of(".[", end - 1)) {
            if (end == rest.npos || end == 0) break;
            if (!is_there(rest.substr(0, end))) continue;
            key_ = rest.substr(0, end);
            rest.remove_prefix(end);
            return true;
        }
        key_ = rest.substr(0, rest.find_first_of(".["));
        rest.remove_prefix(key_.size());
        return false;
    }

    static Json::Value* find_member(Json::Value& object, std::string_view key) {
        if (object.find(key.data(), key.data() + key.size()) == nullptr) return nullptr;
        return &object[std::string(key)];
    }

    static std::string_view name_of(const Json::Value& entry) {
        static constexpr std::string_view kName = "name";
        const Json::Value* name =
            entry.isObject() ? entry.find(kName.data(), kName.data() + kName.size()) : nullptr;
        const char *begin = nullptr, *end = nullptr;
        if (name == nullptr || !name->isString() || !name->getString(&begin, &end)) return {};
        return {begin, static_cast<std::size_t>(end - begin)};
    }

    void go_to(Json::ArrayIndex index) {
        index_ = index;
        value_ = &(*parent_)[index];
    }

    bool refuse(std::string what, const Json::Value* among = nullptr) {
        problem_ = "leads nowhere: " + std::move(what);
        if (among != nullptr && among->isObject() && !among->empty() && among->size() <= kKeysShown) {
            const std::vector<std::string> names = among->getMemberNames();
            problem_ += did_you_mean(key_, names, kKnownThere) + fmt::format("{}", fmt::join(names, ", "));
        }
        return false;
    }

    Json::Value* parent_ = nullptr;
    Json::Value* value_;          // null: the key does not exist yet
    std::string key_;             // key in the parent, if that is an object
    Json::ArrayIndex index_ = 0;  // index in the parent, if that is a list
    std::string_view so_far_;
    std::string inside_;  // the parent, as messages name it
    std::string problem_;
};

/// Returns the place to which `path` leads or, if it contains ".*" after a list, a place for each of the
/// list's entries. Returns none, with a problem, if one of these paths leads nowhere or the list is empty.
std::vector<Place> find_all(Json::Value& root, std::string_view path, std::string& problem) {
    std::vector<Place> places;
    const auto add = [&](std::string_view one) {
        auto place = Place::find(root, one, problem);
        if (place) places.push_back(std::move(*place));
        return place.has_value();
    };
    for (std::size_t star = path.find(".*"); star != path.npos; star = path.find(".*", star + 1)) {
        const std::string_view list = path.substr(0, star), rest = path.substr(star + 2);
        if (!rest.empty() && rest.front() != '.' && rest.front() != '[') continue;
        std::string not_there;
        const auto place = Place::find(root, list, not_there);
        if (!place || !place->exists() || !place->value()->isArray()) continue;
        const Json::ArrayIndex size = place->value()->size();
        if (size == 0) problem = fmt::format("leads nowhere: '{}' is empty", list);
        for (Json::ArrayIndex i = 0; i < size; ++i)
            if (!add(fmt::format("{}[{}]{}", list, i, rest))) return {};
        return places;
    }
    add(path);
    return places;
}

/// Puts the node's value at `path`; null removes the value that is there.
void put(Json::Value& root, std::string_view path, const JsonNode& node) {
    std::string problem;
    auto places = find_all(root, path, problem);
    if (places.empty()) {
        node.problem(problem);
    } else if (!node.value().isNull()) {
        for (Place& place : places) place.set(node.value());
    } else if (std::all_of(places.begin(), places.end(), [](const Place& p) { return p.exists(); })) {
        // Starts with the last place, because removing an entry of a list moves all entries behind it.
        for (auto place = places.rbegin(); place != places.rend(); ++place) place->remove();
    } else {
        node.problem("there is no value to remove");
    }
}

/// Adds the node's entries to the list at `path`; creates the list if necessary.
void append(Json::Value& root, std::string_view path, const JsonNode& node) {
    if (!node.is_array()) return;
    std::string problem;
    auto places = find_all(root, path, problem);
    if (places.empty()) {
        node.problem(problem);
    } else if (std::any_of(places.begin(), places.end(),
                           [](const Place& p) { return p.exists() && !p.value()->isArray(); })) {
        node.problem("is not a list");
    } else {
        for (Place& place : places) {
            if (!place.exists()) {
                place.set(node.value());
            } else {
                for (const Json::Value& entry : node.value()) place.value()->append(entry);
            }
        }
    }
}

/// Calls `change(path, node)` for each key of an object, in the order of the file.
template <typename Change>
void each_in_file_order(const JsonNode& node, Change change) {
    if (!node.value().isObject()) {
        node.problem("expected an object");
        return;
    }
    std::vector<std::pair<std::string, const Json::Value*>> members;
    for (auto it = node.value().begin(); it != node.value().end(); ++it)
        members.emplace_back(it.name(), &*it);
    std::stable_sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
        return a.second->getOffsetStart() < b.second->getOffsetStart();
    });
    for (const auto& [path, value] : members) change(path, node.child(path, *value));
}

void apply_overlay(Json::Value& root, const JsonNode& overlay) {
    JsonObject object(overlay);
    object.find("$schema");     // for editors
    object.find("overlay_of");  // already read
    const auto name = object.find("name"), set = object.find("set"), added = object.find("append");
    object.finish();
    if (!root.isObject()) return;  // the code that reads the result adds a problem
    if (name) root["name"] = name->value();
    if (set)
        each_in_file_order(*set,
                           [&](const std::string& path, const JsonNode& node) { put(root, path, node); });
    if (added)
        each_in_file_order(*added,
                           [&](const std::string& path, const JsonNode& node) { append(root, path, node); });
}

void apply_setting(JsonText& json, const std::string& setting) {
    const std::size_t equals = setting.find('=');
    std::string option = "--set " + setting;
    if (option.size() > kOptionBytesShown) option = option.substr(0, kOptionBytesShown) + "...";
    if (equals == 0 || equals == setting.npos) {
        json.diagnostics().add(option, {}, "expected PATH=VALUE");
        return;
    }
    const Json::Value value = json.add_option(std::string_view(setting).substr(equals + 1), option);
    if (json.root().isObject()) put(json.root(), setting.substr(0, equals), JsonNode(json, value, {}));
}

const Json::Value* base_of(const Json::Value& document) {
    static constexpr std::string_view kKey = "overlay_of";
    return document.isObject() ? document.find(kKey.data(), kKey.data() + kKey.size()) : nullptr;
}

/// Returns the file that an overlay changes. The node has a file name, or a name NAME: then the file is
/// NAME.json beside the overlay or among the installed scenarios. Returns nothing, with a problem, if there
/// is no such file.
std::optional<fs::path> find_base(const JsonNode& node) {
    std::string text;
    if (!node.read(text)) return std::nullopt;
    const fs::path directory = node.directories().front();
    if (is_file_name(text))
        return first_existing(node, text, "scenario", {(directory / text).lexically_normal()});
    if (const std::string wrong = check_name(text); !wrong.empty()) {
        node.problem(wrong);
        return std::nullopt;
    }
    return first_existing(node, text, "scenario",
                          {directory / (text + ".json"), installed_folder("scenarios") / (text + ".json")});
}

fs::path real_path(const fs::path& file) {
    std::error_code error;
    const fs::path path = fs::weakly_canonical(file, error);
    return error ? file : path;
}

}  // namespace

std::unique_ptr<JsonText> read_layers(std::string_view text, const fs::path& file,
                                      std::span<const std::string> settings, Diagnostics& diagnostics) {
    auto json = JsonText::parse(text, file.string(), diagnostics);
    if (!json) return nullptr;
    std::deque<Json::Value> documents{std::move(json->root())};  // a deque, so that nodes stay valid
    std::vector<fs::path> files{real_path(file)};
    while (const Json::Value* base = base_of(documents.back())) {
        const JsonNode node(*json, *base, "overlay_of");
        const auto found = find_base(node);
        if (!found) return nullptr;
        files.push_back(real_path(*found));
        if (std::find(files.begin(), files.end() - 1, files.back()) != files.end() - 1) {
            std::vector<std::string> circle;
            for (const fs::path& one : files) circle.push_back(one.filename().string());
            node.problem(
                fmt::format("overlays refer to each other in a circle: {}", fmt::join(circle, " -> ")));
            return nullptr;
        }
        if (documents.size() > kOverlaysMax) {
            node.problem(fmt::format("expected at most {} overlays on top of each other", kOverlaysMax));
            return nullptr;
        }
        const auto base_text = read_text_file(*found);
        if (!base_text) {
            node.problem(base_text.error().text);
            return nullptr;
        }
        auto document = json->add_file(*base_text, found->string());
        if (!document) return nullptr;
        documents.push_back(std::move(*document));
    }
    json->root() = std::move(documents.back());
    for (auto overlay = documents.rbegin() + 1; overlay != documents.rend(); ++overlay)
        apply_overlay(json->root(), JsonNode(*json, *overlay, {}));
    for (const std::string& setting : settings) apply_setting(*json, setting);
    return json;
}

}  // namespace synchrono::config
