/// Reads and writes plain structures member by member: what a structure holds is said once, by a template
/// `describe(Form&, Structure&)` in its namespace, of which a FormReader takes it from JSON and a FormWriter
/// puts it back.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/words.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::config {

inline constexpr std::size_t kCurvePointsMax = 1'000;

/// How many things a list may have.
struct Count {
    std::size_t low, high;
    bool has(std::size_t count) const { return count >= low && count <= high; }
};

/// What a file calls the values of an enumeration.
template <typename Kind, std::size_t size>
using Words = std::array<std::pair<std::string_view, Kind>, size>;

/// Takes a structure out of an object.
class FormReader {
  public:
    explicit FormReader(JsonNode node) : object_(std::move(node)) {}

    void number(const char* key, double& out, Range range, Need need = Need::required) {
        if (auto node = object_.find(key, need)) node->read_number(range, out);
    }
    template <std::size_t size>
    void numbers(const char* key, std::array<double, size>& out, Range range, Need need = Need::required) {
        if (auto node = object_.find(key, need)) node->read_numbers(range, out.data(), size);
    }
    template <std::integral Whole>
    void whole(const char* key, Whole& out, std::uint64_t low, std::uint64_t high,
               Need need = Need::required) {
        std::uint64_t value = 0;
        auto node = object_.find(key, need);
        if (node && node->read_whole(low, high, value)) out = static_cast<Whole>(value);
    }
    void flag(const char* key, bool& out, Need need) {
        if (auto node = object_.find(key, need)) node->read(out);
    }
    void text(const char* key, std::string& out) {
        if (auto node = object_.find(key, Need::required)) node->read(out);
    }
    /// A text, or a list of them.
    void texts(const char* key, std::vector<std::string>& out, std::size_t most, Need need) {
        auto node = object_.find(key, need);
        if (!node) return;
        if (!node->value().isArray()) {
            node->read(out.emplace_back());
            return;
        }
        if (node->value().empty() || node->value().size() > most) {
            node->problem(fmt::format("expected 1 to {} texts", most));
            return;
        }
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) node->element(i).read(out.emplace_back());
    }
    template <typename Kind, std::size_t size>
    void word(const char* key, Kind& out, const Words<Kind, size>& words, Need need = Need::required) {
        if (auto node = object_.find(key, need)) read_word(*node, words, out);
    }
    void list(const char* key, std::vector<double>& out, Range range, Count count,
              Need need = Need::required) {
        auto node = object_.find(key, need);
        if (!node || !node->is_array()) return;
        if (!count.has(node->value().size())) {
            node->problem(fmt::format("expected {} to {} numbers", count.low, count.high));
            return;
        }
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i)
            node->element(i).read_number(range, out[i]);
    }
    void curve(const char* key, Curve& out, Range range, Need need = Need::required) {
        auto node = object_.find(key, need);
        if (!node || !node->is_array()) return;
        const Json::ArrayIndex size = node->value().size();
        if (size < 2 || size > kCurvePointsMax) {
            node->problem(fmt::format("expected 2 to {} points [x, y]", kCurvePointsMax));
            return;
        }
        for (Json::ArrayIndex i = 0; i < size; ++i) {
            const JsonNode at = node->element(i);
            if (!at.value().isArray() || at.value().size() != 2) {
                at.problem("expected a point [x, y]");
                return;
            }
            CurvePoint point;
            if (!at.element(0).read_number({-1e6, 1e6}, point.x) ||
                !at.element(1).read_number(range, point.y)) {
                return;
            }
            if (!out.empty() && point.x <= out.back().x) {
                at.problem(fmt::format("expected x to rise above {}", out.back().x));
                return;
            }
            out.push_back(point);
        }
    }
    template <typename Spec>
    void object(const char* key, Spec& out, Need need = Need::required) {
        if (auto node = object_.find(key, need)) read(*node, out);
    }
    template <typename Spec>
    void objects(const char* key, std::vector<Spec>& out, Count count, Need need = Need::required) {
        auto node = object_.find(key, need);
        if (!node || !node->is_array()) return;
        if (!count.has(node->value().size())) {
            node->problem(fmt::format("expected {} to {} objects", count.low, count.high));
            return;
        }
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) read(node->element(i), out[i]);
    }

    /// The rest of its keys, which no form describes.
    JsonObject& keys() { return object_; }

  private:
    template <typename Spec>
    static void read(JsonNode node, Spec& out) {
        FormReader reader(std::move(node));
        describe(reader, out);
        reader.object_.finish();
    }

    JsonObject object_;
};

/// Puts it back into a file.
class FormWriter {
  public:
    void number(const char* key, double& value, Range, Need = Need::required) { json[key] = value; }
    template <std::size_t size>
    void numbers(const char* key, std::array<double, size>& values, Range, Need = Need::required) {
        for (const double value : values) json[key].append(value);
    }
    template <std::integral Whole>
    void whole(const char* key, Whole& value, std::uint64_t, std::uint64_t, Need = Need::required) {
        json[key] = value;
    }
    void flag(const char* key, bool& value, Need) { json[key] = value; }
    void text(const char* key, std::string& value) { json[key] = value; }
    void texts(const char* key, std::vector<std::string>& values, std::size_t, Need) {
        if (values.empty()) return;
        if (values.size() == 1) {
            json[key] = values.front();
            return;
        }
        for (const std::string& value : values) json[key].append(value);
    }
    template <typename Kind, std::size_t size>
    void word(const char* key, Kind& kind, const Words<Kind, size>& words, Need = Need::required) {
        json[key] = word_for(words, kind);
    }
    void list(const char* key, std::vector<double>& values, Range, Count, Need need = Need::required) {
        if (need == Need::optional && values.empty()) return;
        json[key] = Json::Value(Json::arrayValue);
        for (const double value : values) json[key].append(value);
    }
    void curve(const char* key, Curve& curve, Range, Need = Need::required) {
        for (const CurvePoint& point : curve) {
            Json::Value pair(Json::arrayValue);
            pair.append(point.x);
            pair.append(point.y);
            json[key].append(pair);
        }
    }
    template <typename Spec>
    void object(const char* key, Spec& spec, Need need = Need::required) {
        if (need == Need::optional && spec == Spec{}) return;
        json[key] = write(spec);
    }
    template <typename Spec>
    void objects(const char* key, std::vector<Spec>& specs, Count, Need need = Need::required) {
        if (need == Need::optional && specs.empty()) return;
        json[key] = Json::Value(Json::arrayValue);
        for (Spec& spec : specs) json[key].append(write(spec));
    }
    template <typename Spec>
    static Json::Value write(Spec& spec) {
        FormWriter writer;
        describe(writer, spec);
        return writer.json;
    }

    Json::Value json{Json::objectValue};
};

}  // namespace synchrono::config
