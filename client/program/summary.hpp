/// Sums up how a client ended, for people and for the client's log.
#pragma once

#include <string>

#include "client/acu/client_node.hpp"
#include "proto/record.pb.h"

namespace synchrono::client {

/// Returns why the node is done. `signal` is the signal that ended the program, such as "SIGTERM", or empty.
std::string reason_of_end(const acu::ClientNode& node, acu::ClientNode::State state,
                          const std::string& signal);

/// The part of a summary that the node does not know.
struct SummaryFacts {
    std::string client;  // name of the client
    std::string why;     // from reason_of_end()
    WallDuration wall;   // since the client's first heartbeat
};
/// Makes the last message of the client's log. It contains the counters of the node and of its transports,
/// and the faults of the node's pilots.
ProgramSummary summary_of(const acu::ClientNode& node, const transport::TransportFactory& transports,
                          const config::Scenario& scenario, const SummaryFacts& facts);

}  // namespace synchrono::client
