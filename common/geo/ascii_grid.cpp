#include "common/geo/ascii_grid.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace synchrono::geo {

namespace {

constexpr double kCoordinateMax_m = 1e7, kHeightMax_m = 1e5;
constexpr double kSpacingMin_m = 0.01, kSpacingMax_m = 1e5;

/// Splits a text into words and knows the line of the last word.
class Words {
  public:
    explicit Words(std::string_view text) : rest_(text) {}

    std::string_view next() {
        while (!rest_.empty() && is_space(rest_.front())) {
            if (rest_.front() == '\n') ++line_;
            rest_.remove_prefix(1);
        }
        std::size_t size = 0;
        while (size < rest_.size() && !is_space(rest_[size])) ++size;
        const std::string_view word = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return word;
    }
    std::size_t line() const { return line_; }
    std::size_t left() const { return rest_.size(); }

  private:
    static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
    std::string_view rest_;
    std::size_t line_ = 1;
};

std::optional<double> number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// Returns the beginning of a word of the file, for an error: at most 20 characters, all printable.
std::string printable(std::string_view word) {
    std::string text;
    for (const char c : word.substr(0, 20)) text += c >= ' ' && c <= '~' ? c : '?';
    return text;
}

std::string lower(std::string_view word) {
    std::string text(word);
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

/// The numbers of a grid's head: kSize is "cellsize", kNone the height that stands for no data.
enum Key : std::size_t { kColumns, kRows, kX, kY, kSize, kNone, kKeys };
struct Word {
    std::string_view word;
    Key key;
    bool is_centre;
};
constexpr Word kWords[] = {{"ncols", kColumns, false}, {"nrows", kRows, false},
                           {"xllcorner", kX, false},   {"xllcenter", kX, true},
                           {"yllcorner", kY, false},   {"yllcenter", kY, true},
                           {"cellsize", kSize, false}, {"nodata_value", kNone, false}};

struct Head {
    std::array<std::optional<double>, kKeys> values{};
    bool x_is_centre = false, y_is_centre = false;
};

/// Reads one text; used once.
class Reader {
  public:
    Reader(std::string_view text, const std::string& name) : words_(text), name_(name) {}

    Result<HeightField> read() {
        if (auto head = read_head(); !head) return tl::unexpected(head.error());
        const auto& v = head_.values;
        HeightField::Grid grid;
        grid.spacing_m = *v[kSize];
        grid.columns = static_cast<std::size_t>(*v[kColumns]);
        grid.rows = static_cast<std::size_t>(*v[kRows]);
        // Heights belong to the middles of cells.
        grid.x_m = *v[kX] + (head_.x_is_centre ? 0 : grid.spacing_m / 2);
        grid.y_m = *v[kY] + (head_.y_is_centre ? 0 : grid.spacing_m / 2);
        std::vector<float> heights(grid.columns * grid.rows);
        for (std::size_t row = grid.rows; row-- > 0;) {
            for (std::size_t column = 0; column < grid.columns; ++column) {
                const std::string_view word = words_.next();
                if (word.empty()) {
                    return problem(
                        fmt::format("the file ends in row {} of {}, after {} of {} heights in this row",
                                    grid.rows - row, grid.rows, column, grid.columns));
                }
                const auto height = number(word);
                if (!height || (height != v[kNone] && std::abs(*height) > kHeightMax_m)) {
                    return problem(fmt::format("expected a height from -{} to {} m, not '{}'", kHeightMax_m,
                                               kHeightMax_m, printable(word)));
                }
                heights[row * grid.columns + column] = height == v[kNone]
                                                           ? std::numeric_limits<float>::quiet_NaN()
                                                           : static_cast<float>(*height);
            }
        }
        if (const std::string_view word = words_.next(); !word.empty()) {
            return problem(fmt::format("expected the end after {} rows of heights, not '{}'", grid.rows,
                                       printable(word)));
        }
        fill_gaps(heights, grid.columns, grid.rows);
        return HeightField(grid, heights);
    }

  private:
    tl::unexpected<Error> problem(std::string_view what) const {
        return fail(fmt::format("{}:{}: {}", name_, words_.line(), what));
    }

    Result<void> read_head() {
        while (true) {
            Words ahead = words_;
            const std::string key = lower(ahead.next());
            const Word* known = nullptr;
            for (const Word& word : kWords) {
                if (key == word.word) known = &word;
            }
            if (known == nullptr) break;
            words_ = ahead;
            if (head_.values[known->key]) return problem(fmt::format("'{}' is given twice", key));
            const std::string_view word = words_.next();
            const auto value = number(word);
            if (!value)
                return problem(fmt::format("'{}': expected a number, not '{}'", key, printable(word)));
            if (const std::string unmet = unmet_expectation(known->key, *value); !unmet.empty())
                return problem(fmt::format("'{}': expected {}, not {}", key, unmet, *value));
            head_.values[known->key] = value;
            if (known->key == kX) head_.x_is_centre = known->is_centre;
            if (known->key == kY) head_.y_is_centre = known->is_centre;
        }
        for (const Word& word : kWords) {
            if (word.key != kNone && !head_.values[word.key])
                return problem(fmt::format("expected '{}' before the heights", word.word));
        }
        if (*head_.values[kColumns] * *head_.values[kRows] > static_cast<double>(kGridNodesMax))
            return problem(fmt::format("expected at most {} heights", kGridNodesMax));
        // The length of the text is checked before memory is reserved for the heights: each height takes at
        // least one character and a space.
        const double needed = *head_.values[kColumns] * *head_.values[kRows] * 2 - 1;
        if (static_cast<double>(words_.left()) < needed)
            return problem("the file is too short for so many rows and columns");
        return {};
    }

    /// Returns the expectation that the value does not meet, or an empty text if the value is valid.
    static std::string unmet_expectation(Key key, double value) {
        const auto between = [&](double low, double high) {
            return value >= low && value <= high ? std::string()
                                                 : fmt::format("a number from {} to {}", low, high);
        };
        switch (key) {
            case kColumns:
            case kRows:
                return value >= 1 && value <= static_cast<double>(kGridNodesMax) && value == std::floor(value)
                           ? std::string()
                           : fmt::format("a whole number from 1 to {}", kGridNodesMax);
            case kX:
            case kY:
                return between(-kCoordinateMax_m, kCoordinateMax_m);
            case kSize:
                return between(kSpacingMin_m, kSpacingMax_m);
            default:
                return {};
        }
    }

    Words words_;
    const std::string& name_;
    Head head_;
};

}  // namespace

Result<HeightField> read_ascii_grid(std::string_view text, const std::string& name) {
    return Reader(text, name).read();
}

}  // namespace synchrono::geo
