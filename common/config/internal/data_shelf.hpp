/// The things of one kind that a scenario uses and that can have files of their own (vehicles, sensors,
/// intersections). They are found by name, both those in the scenario itself and those in files. A file is
/// read when its name is first asked for.
#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <unordered_map>

#include "common/base/result.hpp"
#include "common/config/internal/data_file.hpp"
#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// The functions that read one kind: from a key of the scenario, and from a file.
template <typename Spec>
struct ShelfKind {
    DataKind files;
    std::function<Spec(const JsonNode& node, std::string name)> read;
    std::function<Result<Spec>(const std::filesystem::path& file)> load;
};

/// Finds specs by name. Threading: one thread.  Borrows: the specs, to which it adds.
template <typename Spec>
class DataShelf {
  public:
    DataShelf(std::map<std::string, Spec>& specs, ShelfKind<Spec> kind)
        : specs_(specs), kind_(std::move(kind)) {}

    /// Reads the specs that the scenario itself holds, from an object whose keys are their names.
    void read(const JsonNode& node) {
        each_named(node, [this](const JsonNode& member, const std::string& name) {
            specs_.emplace(name, kind_.read(member, name));
            own_.insert(name);
        });
    }

    /// Returns the name of the spec that `text` means, after reading its file if necessary. Returns an empty
    /// text if there is no such spec; only the first such call adds a problem.
    std::string find_or_load(const JsonNode& node, const std::string& text) {
        const std::string key = data_file_key(node, text);
        if (const auto known = names_.find(key); known != names_.end()) return known->second;
        std::string& name = names_[key];  // stays empty on failure, so that each problem is added once
        if (own_.contains(text)) return name = text;
        const auto file = find_data_file(node, text, kind_.files, own_);
        if (!file) return {};
        // Several texts may mean the same file, and two files in different folders may have the same name.
        std::error_code ignored;
        const std::string place = std::filesystem::weakly_canonical(*file, ignored).string();
        if (const auto known = files_.find(place); known != files_.end()) return name = known->second;
        Result<Spec> spec = kind_.load(*file);
        if (!spec) {
            const std::string& why = spec.error().text;
            node.problem(fmt::format("{} '{}'{}{}", kind_.files.kind, text,
                                     why.find('\n') == why.npos ? ": " : " has problems:\n", why));
        } else if (specs_.contains(spec->name)) {
            node.problem(fmt::format("another {} is called '{}' already", kind_.files.kind, spec->name));
        } else {
            name = files_[place] = spec->name;
            specs_.emplace(name, std::move(*spec));
        }
        return name;
    }

    const Spec& at(const std::string& name) const { return specs_.at(name); }

  private:
    std::map<std::string, Spec>& specs_;
    const ShelfKind<Spec> kind_;
    std::set<std::string> own_;                                   // names that the scenario holds itself
    std::unordered_map<std::string, std::string> names_, files_;  // names of specs: by key, by canonical path
};

}  // namespace synchrono::config
