/// The names in a scenario: those of agents, and on its radio those of road-side units and ghosts too.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/ids.hpp"

namespace synchrono::config {

/// Finds numbers by name and names by number. Threading: one thread.  Owns: the names.
class AgentNames {
  public:
    /// Gives `id` the name. Returns the number that the name finds: `id`, or that of whoever had the
    /// name before.
    AgentId add(const std::string& name, AgentId id) {
        if (names_.size() <= id.value) names_.resize(id.value + 1);
        names_[id.value] = name;
        return ids_.emplace(name, id).first->second;
    }
    std::optional<AgentId> find(const std::string& name) const {
        const auto known = ids_.find(name);
        return known == ids_.end() ? std::nullopt : std::optional(known->second);
    }
    /// Returns the name of `id`. Requires that one was added.
    const std::string& of(AgentId id) const { return names_.at(id.value); }
    std::size_t size() const { return ids_.size(); }

  private:
    std::unordered_map<std::string, AgentId> ids_;
    std::vector<std::string> names_;  // by number
};

}  // namespace synchrono::config
