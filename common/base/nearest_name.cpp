#include "common/base/nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace synchrono {
namespace {

constexpr std::size_t kCharsMax = 64;  // bounds the work that a long text can cause
constexpr std::size_t kPrefixMin = 3;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Returns the least number of letters to insert, leave out, replace or swap with their neighbour that makes
/// one text of the other. Capital and small letters are the same.
std::size_t distance(std::string_view a, std::string_view b) {
    // `rows[i % 3][j]` is the distance of the first i letters of `a` from the first j letters of `b`.
    std::vector<std::size_t> rows[3];
    for (auto& row : rows) row.resize(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& row = rows[i % 3];
        const auto &above = rows[(i - 1) % 3], &above_twice = rows[(i + 1) % 3];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = std::min(row[j], above_twice[j - 2] + 1);
        }
    }
    return rows[a.size() % 3][b.size()];
}

/// Returns whether the texts differ in their digits alone. Such names mean different things, as car9 and
/// car0.
bool differ_in_digits_alone(std::string_view a, std::string_view b) {
    const auto without_digits = [](std::string_view text) {
        std::string rest(text);
        std::erase_if(rest, [](char c) { return c >= '0' && c <= '9'; });
        return rest;
    };
    return without_digits(a) == without_digits(b);
}

}  // namespace

std::string nearest_name(std::string_view text, std::span<const std::string> names) {
    if (text.empty() || text.size() > kCharsMax) return "";
    const std::size_t most = std::max<std::size_t>(1, text.size() / 4);
    std::string nearest;
    std::size_t least = most + 1;
    for (const std::string& name : names) {
        if (name.size() > kCharsMax || differ_in_digits_alone(text, name)) continue;
        const bool begins = text.size() >= kPrefixMin && name.starts_with(text);
        const std::size_t far = begins ? std::min(most, distance(text, name)) : distance(text, name);
        if (far >= least || (!begins && far >= std::max(text.size(), name.size()))) continue;
        least = far;
        nearest = name;
    }
    return nearest;
}

std::string did_you_mean(std::string_view text, std::span<const std::string> names, std::string_view then) {
    const std::string name = nearest_name(text, names);
    std::string more(then);
    if (name.empty()) return "; " + more;
    if (!more.empty() && more[0] >= 'a' && more[0] <= 'z') more[0] = static_cast<char>(more[0] - 'a' + 'A');
    return "; did you mean '" + name + "'? " + more;
}

}  // namespace synchrono
