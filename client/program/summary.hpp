/// How a client ended, for people and for its log.
#pragma once

#include <string>

#include "client/acu/client_node.hpp"
#include "proto/record.pb.h"

namespace synchrono::client {

/// Why the node is done. `signal` is the one that came, such as "SIGTERM", or empty.
std::string reason_of_end(const ClientNode& node, ClientNode::State state, const std::string& signal);

struct SummaryFacts {
    std::string client;  // its name
    std::string why;     // as reason_of_end() says it
    WallDuration wall;   // from its first heartbeat on
};
/// The last message of the client's log, with the counters of the node and of its transports and what became
/// of its pilots.
ProgramSummary summary_of(const ClientNode& node, const TransportFactory& transports,
                          const config::Scenario& scenario, const SummaryFacts& facts);

}  // namespace synchrono::client
