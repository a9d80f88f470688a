#include "server/transport/handshake/state_types.hpp"

#include <algorithm>
#include <utility>

namespace synchrono::server::transport {
namespace {

std::vector<StateTypes::Row> rows_of(const JoinRequest& request) {
    std::vector<StateTypes::Row> rows;
    for (const auto& agent : request.agents())
        rows.push_back({AgentId{agent.agent()}, agent.state_type_url()});
    return rows;
}

}  // namespace

StateTypes::StateTypes(std::vector<Row> rows) : rows_(std::move(rows)) {
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.agent < b.agent; });
}

StateTypes::StateTypes(const JoinRequest& request) : StateTypes(rows_of(request)) {}

StateTypes::Verdict StateTypes::check(AgentId agent, std::string_view type_url) {
    // A client sends its agents in the same order each time, so the next row is usually the right one.
    if (guess_ >= rows_.size()) guess_ = 0;
    if (guess_ >= rows_.size() || rows_[guess_].agent != agent) {
        const auto found =
            std::lower_bound(rows_.begin(), rows_.end(), agent,
                             [](const Row& row, AgentId wanted) { return row.agent < wanted; });
        if (found == rows_.end() || found->agent != agent) return Verdict::unknown_agent;
        guess_ = static_cast<std::size_t>(found - rows_.begin());
    }
    return rows_[guess_++].type_url == type_url ? Verdict::announced : Verdict::type_changed;
}

}  // namespace synchrono::server::transport
