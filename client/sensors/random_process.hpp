/// Random processes from which the errors of sensors are made, and the random numbers that drive them. A
/// process takes one step at each index, also at the indices of samples that were left out. So its value
/// depends only on the sensor's key, the index at which it began, and the present index. Sampled once a
/// period, each process has exactly the distribution that it has in continuous time.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/random.hpp"
#include "common/base/random_normal.hpp"

namespace synchrono::client::sensors {

/// The step of a process: the first step draws the initial value, each next step advances it by a period.
enum class Step { first, next };

/// The random numbers of a sensor. The numbers of different indices are independent of each other.
class SampleRandom {
  public:
    /// Returns the numbers for errors that stay the same for a whole run, such as a scale.
    static Random of_the_device(std::uint64_t key) { return Random(key, ~std::uint64_t{0}); }

    explicit SampleRandom(std::uint64_t key) : key_(key) {}
    /// Makes the next call of advance() count as the first.
    void restart() { last_.reset(); }

    /// Calls `step(random, Step)` for each index after that of the last call, up to and including `index`;
    /// the first call of advance() does so for `index` alone. Returns the random numbers of `index` that
    /// `step` has not used. Requires a higher index in each call.
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

/// A first-order Gauss-Markov process. It wanders about zero with an autocorrelation of exp(-t/correlation).
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

/// A random walk, which begins at zero. Its standard deviation is `rate` after one second and grows with the
/// square root of time.
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

/// Outages that come and go. The duration of an outage and the time between two outages have exponential
/// distributions.
class Outage {
  public:
    /// `every_s` is the mean time from the end of one outage to the beginning of the next; 0 means no
    /// outages. `duration_s` is the mean duration of an outage.
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

/// Returns the multiple of `step` that is nearest to `value`; `value` itself if `step` is 0 or finer than the
/// precision of `value`.
inline double quantised(double value, double step) {
    return std::abs(value) < step * 0x1p52 ? std::round(value / step) * step : value;
}

}  // namespace synchrono::client::sensors
