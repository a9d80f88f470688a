// A pilot that does what its configuration names, at each step from 0.1 s on. The configuration is a plain
// word instead of JSON.

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

#include "pcp/pilot.hpp"

namespace {

class Scripted final : public synchrono::pcp::Pilot {
  public:
    explicit Scripted(const synchrono::pcp::Setup& setup) : setup_(setup), word_(setup.config_json) {
        if (word_ == "object") throw std::runtime_error("key 'speed':\nexpected a number\n");
        if (word_ == "object without text") throw 42;
        setup.note(setup.note_context, SYN_NOTE_WARNING, setup.name);
    }
    ~Scripted() override { setup_.note(setup_.note_context, SYN_NOTE_INFO, "destroyed"); }

    synchrono::pcp::DriverInputs step(const synchrono::pcp::Input& input) override {
        // Gives a good answer for a tenth of a second, then does what the word names.
        if (input.time_ns < 100'000'000) return {0.25, 0.5, 0};
        if (word_ == "nan") return {0.1, std::nan(""), 0};
        if (word_ == "infinite") return {std::numeric_limits<double>::infinity(), 0, 0};
        if (word_ == "steering") return {-1.5, 0, 0};
        if (word_ == "throttle") return {0, -0.1, 0};
        if (word_ == "braking") return {0, 0, 1.0001};
        if (word_ == "throw") throw std::runtime_error("lost the road");
        if (word_ == "throw int") throw 7;
        if (word_ == "report") {
            char text[128];
            const SynOther& o = input.others[1];
            std::snprintf(text, sizeof text, "%zu others, agent %u at %g, %g long; ego %g m/s, period %lld",
                          input.others.size(), o.agent, o.motion.position.x, o.length_m, input.ego.velocity.x,
                          static_cast<long long>(input.period_ns));
            setup_.note(setup_.note_context, SYN_NOTE_INFO, text);
        }
        return {-1, 1, 1};
    }

  private:
    synchrono::pcp::Setup setup_;
    std::string word_;
};

}  // namespace

SYN_PILOT(Scripted);
