/// The names in a scenario: those of agents and, if it has a radio, those of road-side units and ghosts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/quoted_list.hpp"

namespace synchrono::config {

/// Finds numbers by name and names by number. Threading: one thread.  Owns: the names.
class AgentNames {
  public:
    /// Gives `id` the name. Returns the number that find() now returns for the name. This is `id`, unless
    /// another number had the name before.
    AgentId add(const std::string& name, AgentId id) {
        if (names_.size() <= id.value) names_.resize(id.value + 1);
        names_[id.value] = name;
        return ids_.emplace(name, id).first->second;
    }
    std::optional<AgentId> find(const std::string& name) const {
        const auto known = ids_.find(name);
        return known == ids_.end() ? std::nullopt : std::optional(known->second);
    }
    /// Returns the name of `id`. Requires that a name was added for it.
    const std::string& of(AgentId id) const { return names_.at(id.value); }
    std::size_t size() const { return ids_.size(); }
    /// Returns "; expected one of a, b, c", for the end of an error that refuses the unknown name `text`.
    /// Returns an empty text if no name was added.
    std::string expected(std::string_view text) const {
        std::vector<std::string> found;
        // Leaves out numbers without a name, and those whose name belongs to another number.
        for (std::uint32_t id = 0; id < names_.size(); ++id)
            if (find(names_[id]) == AgentId{id}) found.push_back(names_[id]);
        return expected_one_of(text, found, [](const std::string& name) { return name; });
    }

  private:
    std::unordered_map<std::string, AgentId> ids_;
    std::vector<std::string> names_;  // by number
};

}  // namespace synchrono::config
