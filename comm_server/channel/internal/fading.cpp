#include "comm_server/channel/internal/fading.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::comm_server::channel {

namespace {

constexpr double kSmall = 1e-16;

/// The shares of the gamma distribution of shape `m` and scale 1 on both sides of a number, and the density
/// there. For numbers below m + 1 they come from the series, for others from Lentz's continued fraction, so
/// that the smaller share is never computed as the difference of large numbers.
struct Shares {
    double below, above, density;
};
Shares shares(double m, double x) {
    if (x <= 0) return {0, 1, 0};
    const double front = std::exp(m * std::log(x) - x - std::lgamma(m));
    Shares result{0, 0, front / x};
    if (x < m + 1) {
        double term = 1 / m, sum = term;
        for (double n = m + 1; std::abs(term) > sum * kSmall; ++n) {
            term *= x / n;
            sum += term;
        }
        result.below = front * sum;
        result.above = 1 - result.below;
        return result;
    }
    double b = x + 1 - m, c = 1e300, d = 1 / b, fraction = d;
    for (int i = 1; i < 500; ++i) {
        const double a = -i * (i - m);
        b += 2;
        d = 1 / (a * d + b);
        c = b + a / c;
        const double factor = c * d;
        fraction *= factor;
        if (std::abs(factor - 1) < 1e-15) break;
    }
    result.above = front * fraction;
    result.below = 1 - result.above;
    return result;
}

/// Returns the number below which `share` of the distribution lies or, with `above`, above which it lies.
/// Uses Newton's method within an interval that always contains the result.
double find_quantile(double m, double share, bool above, double guess) {
    double low = 0, high = std::max(4 * m, 100.0) + 50;
    double x = std::clamp(guess, 1e-300, high);
    for (int i = 0; i < 400; ++i) {
        const Shares s = shares(m, x);
        const double rest = above ? share - s.above : s.below - share;
        (rest > 0 ? high : low) = x;
        double next = s.density > 0 ? x - rest / s.density : low;
        if (!(next > low && next < high)) next = low > 0 ? std::sqrt(low * high) : high / 16;
        if (std::abs(next - x) <= 1e-14 * x || next == low || next == high) return next;
        x = next;
    }
    return x;
}

}  // namespace

double gamma_below(double m, double x) {
    SYN_REQUIRE(m > 0 && x >= 0);
    return shares(m, m * x).below;
}

double gamma_quantile(double m, double share) {
    SYN_REQUIRE(m > 0 && share > 0 && share < 1);
    return share < 0.5 ? find_quantile(m, share, false, m) / m : find_quantile(m, 1 - share, true, m) / m;
}

Fading::Fading(double m) {
    SYN_REQUIRE(m > 0);
    table_.reserve(2 * kOctaves * (kSteps + 1));
    for (const bool above : {false, true}) {
        double guess = m;
        for (std::size_t octave = 0; octave < kOctaves; ++octave) {
            for (std::size_t step = 0; step <= kSteps; ++step) {
                const double tail =
                    std::ldexp(1 + static_cast<double>(step) / kSteps, static_cast<int>(octave) - 33);
                guess = find_quantile(m, tail, above, guess);
                table_.push_back(static_cast<float>(guess / m));
            }
        }
    }
}

}  // namespace synchrono::comm_server::channel
