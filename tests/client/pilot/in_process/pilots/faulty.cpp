// A pilot that fails on purpose. Its configuration names the failure; it is a plain word instead of JSON.
// With "segfault" the pilot fails in a step, after a tenth of a second without fault. With "create segfault"
// it fails when it is created, with "destroy segfault" when it is destroyed.

#include <csignal>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include "pcp/pilot.hpp"

namespace {

volatile int nought = 0;
volatile bool for_ever = true;
volatile int sink = 0;

int deeper(int level) {
    volatile char room[4096] = {};
    room[0] = static_cast<char>(level);
    return for_ever ? deeper(level + 1) + room[0] : 0;
}

void fail_somewhere() {
    if (for_ever) throw 7;
}
void fail_without_a_catch() noexcept { fail_somewhere(); }

void fail_by(const std::string& word) {
    if (word == "segfault") *reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(nought) + 8) = 1;
    if (word == "divide") sink = 7 / nought;
    if (word == "illegal") __builtin_trap();
    if (word == "bus") raise(SIGBUS);
    if (word == "abort") std::abort();
    if (word == "terminate") fail_without_a_catch();
    if (word == "deep") sink = deeper(0);
    if (word == "loop") {
        while (for_ever) sink = sink + 1;
    }
    if (word == "allocate") {
        while (for_ever) sink = static_cast<int>(std::vector<char>(1000).size());
    }
    if (word == "pause") {
        while (for_ever) pause();
    }
}

/// All pilots that were ever made. A pilot that has crashed is never freed; the leak finder accepts that
/// because this list still points to the pilot.
std::vector<const void*> known;

class Faulty final : public synchrono::pcp::Pilot {
  public:
    explicit Faulty(const synchrono::pcp::Setup& setup) : word_(setup.config_json) {
        known.push_back(this);
        const auto at = [this](const std::string& place) {
            return word_.starts_with(place + " ") ? word_.substr(place.size() + 1) : "";
        };
        // From a scenario the configuration is {"fail": "word"}.
        if (const auto from = word_.find(":\""); from != word_.npos)
            word_ = word_.substr(from + 2, word_.rfind('"') - from - 2);
        destroy_ = at("destroy");
        if (const std::string create = at("create"); !create.empty()) fail_by(create);
    }
    ~Faulty() override { fail_by(destroy_); }

    synchrono::pcp::DriverInputs step(const synchrono::pcp::Input& input) override {
        if (input.time_ns < 100'000'000) return {0.25, 0.5, 0};
        if (word_ == "leave") return {.steering = 0, .throttle = 0, .braking = 1, .leave = true};
        fail_by(word_);
        return {-1, 1, 1};
    }

  private:
    std::string word_, destroy_;
};

}  // namespace

SYN_PILOT(Faulty);
