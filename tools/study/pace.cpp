#include "tools/study/pace.hpp"

#include <algorithm>
#include <cstdint>

#include "common/base/contract.hpp"

namespace synchrono::tools::study {
namespace {

constexpr std::size_t kStepsMin = 10;
constexpr std::size_t kNobody = SIZE_MAX;

/// The last client to publish in a step.
struct LastClient {
    std::size_t client = kNobody;  // kNobody: fewer than two clients published
    std::int64_t wall_ns = 0;      // when the last client published; 0: nobody published
    std::int64_t later_ns = 0;     // by how much the last client was later than the last but one
};

LastClient last_client(const std::vector<ClientPace>& clients, std::size_t step) {
    LastClient last;
    std::int64_t before_ns = 0;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        const std::int64_t wall_ns = step < clients[i].wall_ns.size() ? clients[i].wall_ns[step] : 0;
        if (wall_ns == 0) continue;
        if (wall_ns > last.wall_ns) {
            before_ns = last.wall_ns;
            last.wall_ns = wall_ns;
            last.client = i;
        } else {
            before_ns = std::max(before_ns, wall_ns);
        }
    }
    if (before_ns == 0) last.client = kNobody;
    last.later_ns = last.client == kNobody ? 0 : last.wall_ns - before_ns;
    return last;
}

}  // namespace

RunPace find_pace(const Drives& drives, std::size_t moments) {
    SYN_REQUIRE(moments > 0);
    RunPace pace;
    std::size_t steps = 0;
    for (const ClientPace& client : drives.clients) steps = std::max(steps, client.wall_ns.size());
    if (steps < 2) return pace;
    std::vector<LastClient> lasts;
    for (std::size_t step = 0; step < steps; ++step) lasts.push_back(last_client(drives.clients, step));

    const double step_s = drives.step.to_seconds();
    const std::size_t width = std::max(kStepsMin, (steps - 1 + moments - 1) / moments);
    for (const ClientPace& client : drives.clients) pace.laggards.push_back({.client = client.client});
    std::vector<std::size_t> lost(drives.clients.size());
    std::size_t judged = 0;
    for (std::size_t from = 0; from + 1 < steps; from += width) {
        const std::size_t until = std::min(from + width, steps - 1);
        PaceMoment moment{static_cast<double>(from) * step_s, static_cast<double>(until) * step_s};
        const std::int64_t wall_ns = lasts[until].wall_ns - lasts[from].wall_ns;
        if (lasts[from].wall_ns > 0 && wall_ns > 0)
            moment.factor = (moment.until_s - moment.from_s) / (static_cast<double>(wall_ns) * 1e-9);
        pace.moments.push_back(moment);
        std::vector<std::size_t> here(drives.clients.size());
        std::size_t judged_here = 0;
        for (std::size_t step = from; step < until; ++step) {
            const LastClient& last = lasts[step];
            if (last.client == kNobody) continue;
            ++judged_here;
            ++here[last.client];
            pace.laggards[last.client].held_up_s += static_cast<double>(last.later_ns) * 1e-9;
        }
        judged += judged_here;
        for (std::size_t i = 0; i < here.size(); ++i) {
            lost[i] += here[i];
            pace.laggards[i].share.push_back(
                judged_here == 0 ? 0 : static_cast<double>(here[i]) / static_cast<double>(judged_here));
        }
    }
    if (judged == 0) {
        pace.laggards.clear();
        return pace;
    }
    for (std::size_t i = 0; i < lost.size(); ++i)
        pace.laggards[i].last_share = static_cast<double>(lost[i]) / static_cast<double>(judged);
    std::stable_sort(pace.laggards.begin(), pace.laggards.end(),
                     [](const Laggard& a, const Laggard& b) { return a.held_up_s > b.held_up_s; });
    return pace;
}

}  // namespace synchrono::tools::study
