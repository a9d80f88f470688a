/// Compares the pilots that clients on several machines have under the same name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/config/scenario.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server::transport {

/// Threading: the world thread.  Borrows the scenario.
class PilotHashes {
  public:
    explicit PilotHashes(const config::Scenario& scenario);
    /// Remembers the pilots of a client that has joined. Returns a line for each one that is not the same as
    /// that of an earlier client. Requires agents of the scenario.
    std::vector<std::string> compare(const std::string& client, const JoinRequest& request);

  private:
    struct Known {
        std::string client, hash;
    };
    const config::Scenario& scenario_;
    std::map<std::string, Known> known_;                  // by name
    std::set<std::pair<std::string, std::string>> told_;  // clients and the pilots of theirs that differ
};

}  // namespace synchrono::server::transport
