#include "common/program/access_notes.hpp"

#include <array>
#include <mutex>
#include <spdlog/spdlog.h>

#include "common/base/token_bucket.hpp"

namespace synchrono::program {

struct AccessNotes::State {
    explicit State(const WallClock& the_clock) : clock(the_clock) {}
    /// The lines about strangers, or those about all others.
    struct Budget {
        TokenBucket lines{kLinesMax, kLinesMax};
        std::size_t left_out = 0;  // since the last line
    };
    const WallClock& clock;
    std::mutex mutex;
    std::array<Budget, 2> budgets;
};

AccessNotes::AccessNotes(const WallClock& clock) : state_(std::make_shared<State>(clock)) {}

void AccessNotes::operator()(const std::string& line, bool is_proven) const {
    const std::lock_guard lock(state_->mutex);
    State::Budget& budget = state_->budgets[is_proven ? 1 : 0];
    if (!budget.lines.take(state_->clock.now())) {
        ++budget.left_out;
        return;
    }
    if (budget.left_out > 0)
        spdlog::info("{} lines about joins and refusals were left out", std::exchange(budget.left_out, 0));
    spdlog::info("{}", line);
}

}  // namespace synchrono::program
