/// What the errors of sensors are made of: processes that go on from sample to sample, and the random numbers
/// that lead them. They take one step at each index, those of samples that were left out included, so that
/// where they are depends on the sensor's key and the index at which they began alone. All have exactly the
/// distribution of the process in continuous time, looked at once a period.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/random.hpp"
#include "common/base/random_normal.hpp"

namespace synchrono::sensors {

/// Of a process: it comes into being, or goes on by one period.
enum class Step { first, next };

/// The random numbers of a sensor, those of each index by themselves.
class SampleRandom {
  public:
    /// What errs the same way for a whole run has its numbers from here.
    static Random of_the_device(std::uint64_t key) { return Random(key, ~std::uint64_t{0}); }

    explicit SampleRandom(std::uint64_t key) : key_(key) {}
    void begin() { last_.reset(); }

    /// Calls `step(random, Step)` at `index` and at each before it since the last one. Returns the numbers of
    /// `index` that no step has taken. Requires indices that rise.
    template <typename StepFunction>
    Random advance(std::uint64_t index, StepFunction step) {
        SYN_REQUIRE(!last_ || index > *last_);
        for (std::uint64_t i = last_ ? *last_ + 1 : index;; ++i) {
            Random random(key_, i);
            step(random, last_ ? Step::next : Step::first);
            last_ = i;
            if (i == index) return random;
        }
    }

  private:
    std::uint64_t key_;
    std::optional<std::uint64_t> last_;
};

/// Wanders about zero and forgets itself: of first order, its autocorrelation is exp(-t / correlation).
class GaussMarkov {
  public:
    GaussMarkov() = default;
    GaussMarkov(double sigma, double correlation_s, double period_s)
        : sigma_(sigma),
          kept_(std::exp(-period_s / correlation_s)),
          fresh_(sigma * std::sqrt(-std::expm1(-2 * period_s / correlation_s))) {}

    void step(Random& random, Step step) {
        const double w = normal(random);
        value_ = step == Step::first ? sigma_ * w : kept_ * value_ + fresh_ * w;
    }
    double value() const { return value_; }

  private:
    double sigma_ = 0, kept_ = 0, fresh_ = 0, value_ = 0;
};

/// Begins at zero and never comes back: its standard deviation grows by `rate` in a second, with the root of
/// time.
class RandomWalk {
  public:
    RandomWalk() = default;
    RandomWalk(double rate, double period_s) : stride_(rate * std::sqrt(period_s)) {}

    void step(Random& random, Step step) {
        const double w = normal(random);
        value_ = step == Step::first ? 0 : value_ + stride_ * w;
    }
    double value() const { return value_; }

  private:
    double stride_ = 0, value_ = 0;
};

/// Comes and goes: both what it lasts and the time between have exponential distributions.
class Outage {
  public:
    /// `every_s`: from the end of one to the beginning of the next, in the mean; 0: there are none.
    Outage(double every_s, double duration_s, double period_s) {
        if (every_s <= 0) return;
        const double begins = 1 / every_s, ends = 1 / duration_s;
        share_ = begins / (begins + ends);
        const double settled = -std::expm1(-(begins + ends) * period_s);
        begin_ = share_ * settled;
        end_ = (1 - share_) * settled;
    }

    void step(Random& random, Step step) {
        const double u = random.uniform();
        if (step == Step::first)
            is_out_ = u < share_;
        else
            is_out_ = is_out_ ? u >= end_ : u < begin_;
    }
    bool is_out() const { return is_out_; }

  private:
    double share_ = 0, begin_ = 0, end_ = 0;
    bool is_out_ = false;
};

/// The nearest multiple of `step`; the value itself if that is 0, or finer than the number.
inline double quantised(double value, double step) {
    return std::abs(value) < step * 0x1p52 ? std::round(value / step) * step : value;
}

}  // namespace synchrono::sensors
