/// The form that reads structures from JSON; form.hpp explains how forms are used.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/config/internal/form_member.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/words.hpp"
#include "common/config/vehicle.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::config {

/// Reads an object. If a key is missing or wrong, a single value stays as it was; a list may be half filled.
/// Threading: one thread.  Borrows: what its node borrows.
class FormReader {
  public:
    static constexpr bool kReads = true;
    using Node = std::optional<JsonNode>;

    /// Reads the whole object; a key that the description does not know is a problem.
    template <typename Spec, typename... Context>
    static void read(const JsonNode& node, Spec& out, Context&... context) {
        FormReader reader(node);
        if (!node.value().isObject()) return;  // JsonObject has added a problem
        describe(reader, out, context...);
        if (reader.knows_kind_) reader.object_.finish();
    }

    Node number(const char* key, double& out, Range range, Need need = Need::required) {
        return member(key, need, [&](const JsonNode& node) { return node.read_number(range, out); });
    }
    Node number(const char* key, std::optional<double>& out, Range range) {
        return optional_member(key, out,
                               [&](const JsonNode& node, double& it) { return node.read_number(range, it); });
    }
    template <std::size_t size>
    Node numbers(const char* key, std::array<double, size>& out, Range range, Need need = Need::required) {
        return member(key, need,
                      [&](const JsonNode& node) { return node.read_numbers(range, out.data(), size); });
    }
    Node position(const char* key, geo::Vec3& out, Range range, Need need = Need::required) {
        std::array<double, 3> at{};
        auto node = numbers(key, at, range, need);
        if (node) out = {at[0], at[1], at[2]};
        return node;
    }
    template <std::integral Whole>
    Node whole(const char* key, Whole& out, std::uint64_t low, std::uint64_t high,
               Need need = Need::required) {
        return member(key, need, [&](const JsonNode& node) { return read_whole(node, low, high, out); });
    }
    template <std::integral Whole>
    Node whole(const char* key, std::optional<Whole>& out, std::uint64_t low, std::uint64_t high) {
        return optional_member(
            key, out, [&](const JsonNode& node, Whole& it) { return read_whole(node, low, high, it); });
    }
    /// Reads a time in the unit with which its key ends.
    template <typename Time>
    Node time(const char* key, Time& out, Range range, Need need = Need::required) {
        return member(key, need, [&](const JsonNode& node) {
            std::int64_t ns = 0;
            if (!node.read_time_ns(unit_power(key), range, ns)) return false;
            out = Time::nanoseconds(ns);
            return true;
        });
    }
    Node flag(const char* key, bool& out) {
        return member(key, Need::optional, [&](const JsonNode& node) { return node.read(out); });
    }
    Node text(const char* key, std::string& out, Need need = Need::required) {
        return member(key, need, [&](const JsonNode& node) { return node.read(out); });
    }
    Node text(const char* key, std::optional<std::string>& out) {
        return optional_member(key, out, [](const JsonNode& node, std::string& it) { return node.read(it); });
    }
    /// Reads a text or a list of texts.
    Node texts(const char* key, std::vector<std::string>& out, std::size_t most, Need need) {
        return member(key, need, [&](const JsonNode& node) {
            if (!node.value().isArray()) return node.read(out.emplace_back());
            const Count count{1, most};
            if (!count.has(node.value().size())) return node.problem(count.expectation("texts"));
            return each(node, out, [](const JsonNode& one, std::string& it) { return one.read(it); });
        });
    }
    Node name(const char* key, std::string& out, Need need = Need::required) {
        return member(key, need, [&](const JsonNode& node) { return node.read_name(out); });
    }
    /// Reads one of `words`.
    template <typename Kind, typename Words>
    Node choice(const char* key, Kind& out, const Words& words, Need need = Need::required) {
        return member(key, need, [&](const JsonNode& node) { return read_word(node, words, out); });
    }
    template <typename Kind, typename Words>
    Node choice(const char* key, std::optional<Kind>& out, const Words& words) {
        return optional_member(key, out,
                               [&](const JsonNode& node, Kind& it) { return read_word(node, words, it); });
    }
    /// Reads a choice that decides which other keys are allowed. Returns false if the choice is wrong, or
    /// missing though required. Then the description must leave out the keys that depend on the choice, and
    /// read() adds no problem for unknown keys.
    template <typename Kind, typename Words>
    bool kind(const char* key, Kind& out, const Words& words, Need need = Need::required) {
        const auto node = object_.find(key, need);
        knows_kind_ = node ? read_word(*node, words, out) : need == Need::optional;
        return knows_kind_;
    }
    Node list(const char* key, std::vector<double>& out, Range range, Count count,
              Need need = Need::required) {
        return all(key, need, out, count, "numbers",
                   [&](const JsonNode& one, double& it) { return one.read_number(range, it); });
    }
    template <std::integral Whole>
    Node wholes(const char* key, std::vector<Whole>& out, std::uint64_t low, std::uint64_t high, Count count,
                const char* of_what, Need need = Need::required) {
        return all(key, need, out, count, of_what,
                   [&](const JsonNode& one, Whole& it) { return read_whole(one, low, high, it); });
    }
    template <std::size_t size>
    Node points(const char* key, std::vector<std::array<double, size>>& out, Range range, Count count,
                const char* of_what, Need need = Need::required) {
        return all(key, need, out, count, of_what,
                   [&](const JsonNode& one, auto& it) { return one.read_numbers(range, it.data(), size); });
    }
    Node curve(const char* key, Curve& out, Range range, Need need = Need::required);

    template <typename Spec, typename... Context>
    Node object(const char* key, Spec& out, Context&... context) {
        return part(object_.find(key, Need::required), out, context...);
    }
    template <typename Spec, typename... Context>
    Node object(const char* key, std::optional<Spec>& out, Context&... context) {
        const auto node = object_.find(key);
        return node ? part(node, out.emplace(), context...) : node;
    }
    /// Reads an object that may be missing; `out` then keeps its default.
    template <typename Spec, typename... Context>
    Node optional_object(const char* key, Spec& out, Written, Context&... context) {
        return part(object_.find(key), out, context...);
    }
    template <typename Spec, typename... Context>
    Node objects(const char* key, std::vector<Spec>& out, Count count, Need need = Need::required,
                 Context&... context) {
        return all(key, need, out, count, "objects", [&](const JsonNode& one, Spec& it) {
            const std::size_t problems = one.diagnostics().count();
            read(one, it, context...);
            return one.diagnostics().count() == problems;
        });
    }
    /// Reads one of two objects, each under a key of its own. Exactly one of the keys must be there.
    template <typename First, typename Second>
    void either(const char* first, const char* second, std::variant<First, Second>& out) {
        const auto one = object_.find(first), other = object_.find(second);
        if (one.has_value() == other.has_value()) {
            object_.node().problem(fmt::format("expected either \"{}\" or \"{}\"", first, second));
        } else if (one) {
            read(*one, out.template emplace<First>());
        } else {
            read(*other, out.template emplace<Second>());
        }
    }

    /// Calls `read(node)` if the key is there. A writer calls `write()` instead; if this returns a value, the
    /// writer writes the value.
    template <typename Read, typename Write>
    void own(const char* key, Read read, Write, Need need = Need::optional) {
        if (const auto node = object_.find(key, need)) read(*node);
    }
    /// Finds a key without reading its value, for example to check the key against others. A writer writes
    /// nothing.
    Node given(const char* key, Need need = Need::optional) { return object_.find(key, need); }
    /// Returns whether the key is there; a writer returns `to_write`.
    bool has(const char* key, bool /*to_write*/) { return object_.find(key).has_value(); }

    const JsonNode& node() const { return object_.node(); }

  private:
    explicit FormReader(const JsonNode& node) : object_(node) {}

    template <typename Read>
    Node member(const char* key, Need need, Read read) {
        auto node = object_.find(key, need);
        if (node && !read(*node)) node.reset();
        return node;
    }
    template <typename Value, typename Read>
    Node optional_member(const char* key, std::optional<Value>& out, Read read) {
        return member(key, Need::optional, [&](const JsonNode& node) {
            Value value{};
            if (!read(node, value)) return false;
            out = std::move(value);
            return true;
        });
    }
    template <typename Spec, typename... Context>
    static Node part(Node node, Spec& out, Context&... context) {
        if (!node) return node;
        const std::size_t problems = node->diagnostics().count();
        read(*node, out, context...);
        if (node->diagnostics().count() != problems) node.reset();
        return node;
    }
    template <typename Value, typename Read>
    Node all(const char* key, Need need, std::vector<Value>& out, Count count, const char* of_what,
             Read read) {
        return member(key, need, [&](const JsonNode& node) {
            if (!node.is_array()) return false;
            const bool fits = count.has(node.value().size());
            if (!fits && count.is_bounded()) return node.problem(count.expectation(of_what));
            const bool good = each(node, out, read);
            // Even if there are too few entries, those that are there have been checked.
            return fits ? good : node.problem(count.expectation(of_what));
        });
    }
    template <typename Value, typename Read>
    static bool each(const JsonNode& node, std::vector<Value>& out, Read read) {
        bool good = true;
        out.resize(node.value().size());
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i)
            good = read(node.element(i), out[i]) && good;
        return good;
    }
    template <std::integral Whole>
    static bool read_whole(const JsonNode& node, std::uint64_t low, std::uint64_t high, Whole& out) {
        std::uint64_t value = 0;
        if (!node.read_whole(low, high, value)) return false;
        out = static_cast<Whole>(value);
        return true;
    }

    JsonObject object_;
    bool knows_kind_ = true;
};

inline FormReader::Node FormReader::curve(const char* key, Curve& out, Range range, Need need) {
    return member(key, need, [&](const JsonNode& node) {
        if (!node.is_array()) return false;
        const Count count{2, kCurvePointsMax};
        const Json::ArrayIndex size = node.value().size();
        if (!count.has(size)) return node.problem(count.expectation("points [x, y]"));
        for (Json::ArrayIndex i = 0; i < size; ++i) {
            const JsonNode at = node.element(i);
            if (!at.value().isArray() || at.value().size() != 2) return at.problem("expected a point [x, y]");
            CurvePoint point;
            if (!at.element(0).read_number({-1e6, 1e6}, point.x) ||
                !at.element(1).read_number(range, point.y))
                return false;
            if (!out.empty() && point.x <= out.back().x)
                return at.problem(fmt::format("expected x to rise above {}", out.back().x));
            out.push_back(point);
        }
        return true;
    });
}

}  // namespace synchrono::config
