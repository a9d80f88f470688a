/// Random numbers of the standard normal distribution. One draw of 64 random bits gives one number, and no
/// state is kept; that is fast enough for every ray of a LiDAR. No number is further from 0 than 8.3.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "common/base/random.hpp"

namespace synchrono {

/// Returns the number below which a standard normal variable stays with this probability. The relative
/// accuracy is about 1e-15. The rational approximations are those of M. J. Wichura, algorithm AS 241, 1988.
/// Requires 0 < probability < 1.
inline double normal_quantile(double probability) {
    const auto horner = [](const std::array<double, 8>& c, double x) {
        return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
    };
    const double q = probability - 0.5;
    if (std::abs(q) <= 0.425) {
        constexpr std::array kOver{3.3871328727963666080e0,  1.3314166789178437745e+2,
                                   1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                   4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                   3.3430575583588128105e+4, 2.5090809287301226727e+3};
        constexpr std::array kUnder{1.0,
                                    4.2313330701600911252e+1,
                                    6.8718700749205790830e+2,
                                    5.3941960214247511077e+3,
                                    2.1213794301586595867e+4,
                                    3.9307895800092710610e+4,
                                    2.8729085735721942674e+4,
                                    5.2264952788528545610e+3};
        const double r = 0.180625 - q * q;
        return q * horner(kOver, r) / horner(kUnder, r);
    }
    const double r = std::sqrt(-std::log(std::min(probability, 1 - probability)));
    double x = 0;
    if (r <= 5) {
        constexpr std::array kOver{1.42343711074968357734e0,  4.63033784615654529590e0,
                                   5.76949722146069140550e0,  3.64784832476320460504e0,
                                   1.27045825245236838258e0,  2.41780725177450611770e-1,
                                   2.27238449892691845833e-2, 7.74545014278341407640e-4};
        constexpr std::array kUnder{1.0,
                                    2.05319162663775882187e0,
                                    1.67638483018380384940e0,
                                    6.89767334985100004550e-1,
                                    1.48103976427480074590e-1,
                                    1.51986665636164571966e-2,
                                    5.47593808499534494600e-4,
                                    1.05075007164441684324e-9};
        x = horner(kOver, r - 1.6) / horner(kUnder, r - 1.6);
    } else {
        constexpr std::array kOver{6.65790464350110377720e0,  5.46378491116411436990e0,
                                   1.78482653991729133580e0,  2.96560571828504891230e-1,
                                   2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                   2.71155556874348757815e-5, 2.01033439929228813265e-7};
        constexpr std::array kUnder{1.0,
                                    5.99832206555887937690e-1,
                                    1.36929880922735805310e-1,
                                    1.48753612908506148525e-2,
                                    7.86869131145613259100e-4,
                                    1.84631831751005468180e-5,
                                    1.42151175831644588870e-7,
                                    2.04426310338993978564e-15};
        x = horner(kOver, r - 5) / horner(kUnder, r - 5);
    }
    return std::copysign(x, q);
}

/// Returns the standard normal number that belongs to one draw of random bits, for example from
/// `Random::bits`.
inline double normal_from(std::uint64_t bits) {
    // The probability is the middle of one of 2^53 equal parts of [0, 1], so that it is never 0. The middle
    // of the last part would be rounded to 1; `min` prevents that.
    return normal_quantile(std::min((static_cast<double>(bits >> 11) + 0.5) * 0x1p-53, 1 - 0x1p-53));
}

/// Draws the next standard normal number of a sequence.
inline double normal(Random& random) { return normal_from(random.bits()); }

}  // namespace synchrono
