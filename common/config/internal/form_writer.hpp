/// The form that writes structures as JSON; form.hpp explains how forms are used.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/config/internal/form_member.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/words.hpp"
#include "common/config/vehicle.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::config {

/// Writes an object. Leaves out optional values that are not set, and empty lists that must not be empty in a
/// file. Leaves out objects with `Written::unless_default` that equal their defaults.
/// Threading: one thread.
class FormWriter {
  public:
    static constexpr bool kReads = false;
    using Node = std::optional<JsonNode>;  // always empty

    /// Returns `spec` as JSON. The description may change `spec`, so pass a copy.
    template <typename Spec, typename... Context>
    static Json::Value write(Spec& spec, Context&... context) {
        FormWriter writer;
        describe(writer, spec, context...);
        return std::move(writer.json_);
    }

    Node number(const char* key, double& value, Range, Need = Need::required) { return put(key, value); }
    Node number(const char* key, std::optional<double>& value, Range) {
        return value ? put(key, *value) : Node();
    }
    template <std::size_t size>
    Node numbers(const char* key, std::array<double, size>& values, Range, Need = Need::required) {
        return put(key, array_of(values));
    }
    Node position(const char* key, geo::Vec3& place, Range, Need = Need::required) {
        return put(key, array_of(std::array{place.x, place.y, place.z}));
    }
    template <std::integral Whole>
    Node whole(const char* key, Whole& value, std::uint64_t, std::uint64_t, Need = Need::required) {
        return put(key, json_of(value));
    }
    template <std::integral Whole>
    Node whole(const char* key, std::optional<Whole>& value, std::uint64_t, std::uint64_t) {
        return value ? put(key, json_of(*value)) : Node();
    }
    /// Writes a time. Times are at most 10^15 ns, so a double prints as the exact decimal again.
    template <typename Time>
    Node time(const char* key, Time& value, Range, Need = Need::required) {
        return put(key, static_cast<double>(value.count_ns()) / (unit_power(key) == 9 ? 1e9 : 1e6));
    }
    Node flag(const char* key, bool& value) { return put(key, value); }
    Node text(const char* key, std::string& value, Need = Need::required) { return put(key, value); }
    Node text(const char* key, std::optional<std::string>& value) {
        return value ? put(key, *value) : Node();
    }
    Node texts(const char* key, std::vector<std::string>& values, std::size_t, Need) {
        if (values.empty()) return {};
        return values.size() == 1 ? put(key, values.front()) : put(key, array_of(values));
    }
    Node name(const char* key, std::string& value, Need = Need::required) { return put(key, value); }
    template <typename Kind, typename Words>
    Node choice(const char* key, Kind& value, const Words& words, Need = Need::required) {
        return put(key, word_for(words, value));
    }
    template <typename Kind, typename Words>
    Node choice(const char* key, std::optional<Kind>& value, const Words& words) {
        return value ? put(key, word_for(words, *value)) : Node();
    }
    template <typename Kind, typename Words>
    bool kind(const char* key, Kind& value, const Words& words, Need = Need::required) {
        put(key, word_for(words, value));
        return true;
    }
    Node list(const char* key, std::vector<double>& values, Range, Count count, Need = Need::required) {
        return put_all(key, values, count, [](double value) { return Json::Value(value); });
    }
    template <std::integral Whole>
    Node wholes(const char* key, std::vector<Whole>& values, std::uint64_t, std::uint64_t, Count count,
                const char*, Need = Need::required) {
        return put_all(key, values, count, [](Whole value) { return json_of(value); });
    }
    template <std::size_t size>
    Node points(const char* key, std::vector<std::array<double, size>>& values, Range, Count count,
                const char*, Need = Need::required) {
        return put_all(key, values, count, [](const auto& point) { return array_of(point); });
    }
    Node curve(const char* key, Curve& curve, Range, Need = Need::required) {
        return put_all(key, curve, {1}, [](const CurvePoint& point) {
            return array_of(std::array{point.x, point.y});
        });
    }
    template <typename Spec, typename... Context>
    Node object(const char* key, Spec& spec, Context&... context) {
        return put(key, write(spec, context...));
    }
    template <typename Spec, typename... Context>
    Node object(const char* key, std::optional<Spec>& spec, Context&... context) {
        return spec ? put(key, write(*spec, context...)) : Node();
    }
    template <typename Spec, typename... Context>
    Node optional_object(const char* key, Spec& spec, Written written, Context&... context) {
        if (written == Written::unless_default && spec == Spec{}) return {};
        return put(key, write(spec, context...));
    }
    template <typename Spec, typename... Context>
    Node objects(const char* key, std::vector<Spec>& specs, Count count, Need = Need::required,
                 Context&... context) {
        return put_all(key, specs, count, [&](Spec& spec) { return write(spec, context...); });
    }
    template <typename First, typename Second>
    void either(const char* first, const char* second, std::variant<First, Second>& value) {
        if (auto* one = std::get_if<First>(&value)) put(first, write(*one));
        if (auto* other = std::get_if<Second>(&value)) put(second, write(*other));
    }
    template <typename Read, typename Write>
    void own(const char* key, Read, Write write, Need = Need::optional) {
        if (std::optional<Json::Value> value = write()) put(key, std::move(*value));
    }
    Node given(const char*, Need = Need::optional) { return {}; }
    bool has(const char*, bool to_write) { return to_write; }

    template <typename Values>
    static Json::Value array_of(const Values& values) {
        Json::Value json(Json::arrayValue);
        for (const auto& value : values) json.append(json_of(value));
        return json;
    }

  private:
    template <typename Value>
    static Json::Value json_of(const Value& value) {
        if constexpr (std::unsigned_integral<Value>)
            return Json::Value(Json::UInt64{value});
        else if constexpr (std::integral<Value>)
            return Json::Value(Json::Int64{value});
        else
            return Json::Value(value);
    }
    Node put(const char* key, Json::Value value) {
        json_[key] = std::move(value);
        return {};
    }
    template <typename Values, typename Write>
    Node put_all(const char* key, Values& values, Count count, Write write) {
        if (values.empty() && !count.has(0)) return {};  // in a file this list must not be empty
        Json::Value json(Json::arrayValue);
        for (auto& value : values) json.append(write(value));
        return put(key, std::move(json));
    }

    Json::Value json_{Json::objectValue};
};

}  // namespace synchrono::config
