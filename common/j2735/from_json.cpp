/// The JSON reader. It follows the descriptions of the types (internal/describe.hpp) through a parsed value.
/// It refuses values that JSON allows but a message does not (a number out of range, a list that is too
/// long), so that every message that it returns can be encoded.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <initializer_list>
#include <json/json.h>
#include <memory>
#include <optional>

#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"
#include "common/j2735/internal/describe_message_frame.hpp"
#include "common/j2735/internal/limits.hpp"

namespace synchrono::j2735 {
namespace internal {
namespace {

/// Reads one frame.  Threading: one thread.  Owns: nothing.
class JsonReader {
  public:
    bool read_frame(const Json::Value& json, MessageFrame& frame) {
        if (!expect(json, json.isObject(), "an object")) return false;
        std::size_t used = 0;
        return read_open_types(json, frame.value, used) && read_additions(json, frame.additions, used) &&
               all_used(json, used, {"messageId", "value", kAdditionsName});
    }
    std::string failure() const { return path_.empty() ? what_ : path_ + ": " + what_; }

  private:
    bool fail(std::string what) {
        what_ = std::move(what);
        return false;
    }
    bool in(std::string_view name) {
        path_ = std::string(name) + (path_.empty() || path_.front() == '[' ? "" : ".") + path_;
        return false;
    }
    bool in_element(std::size_t index) { return in(fmt::format("[{}]", index)); }
    bool expect(const Json::Value& json, bool right, std::string_view what) {
        return right || fail(fmt::format("expected {}, not {}", what, type_name(json)));
    }
    static std::string_view type_name(const Json::Value& json) {
        switch (json.type()) {
            case Json::nullValue:
                return "null";
            case Json::intValue:
            case Json::uintValue:
            case Json::realValue:
                return "a number";
            case Json::stringValue:
                return "a string";
            case Json::booleanValue:
                return "a boolean";
            case Json::arrayValue:
                return "an array";
            case Json::objectValue:
                return "an object";
        }
        return "something else";
    }
    static const Json::Value* find(const Json::Value& json, std::string_view name) {
        return json.find(name.data(), name.data() + name.size());
    }
    static std::string_view text_of(const Json::Value& json) {
        const char* begin = nullptr;
        const char* end = nullptr;
        json.getString(&begin, &end);
        return {begin, static_cast<std::size_t>(end - begin)};
    }

    template <typename C, typename T>
    bool read(const Json::Value& json, T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            if (!expect(json, json.isBool(), "a boolean")) return false;
            value = json.asBool();
            return true;
        } else if constexpr (std::is_integral_v<T>) {
            return read_number<C>(json, value);
        } else if constexpr (kIsFixedBits<T>) {
            std::string_view text;
            if (!read_bits(json, text)) return false;
            if (text.size() != T::kBits)
                return fail(fmt::format("expected {} bits, not {}", T::kBits, text.size()));
            for (unsigned bit = 0; bit < T::kBits; ++bit) value.set(bit, text[bit] == '1');
            return true;
        } else if constexpr (kIsExtensibleBits<T>) {
            std::string_view text;
            if (!read_bits(json, text)) return false;
            if (text.size() > T::kBitsMax) return fail(fmt::format("more than {} bits", +T::kBitsMax));
            value.resize(static_cast<unsigned>(text.size()));
            for (unsigned bit = 0; bit < text.size(); ++bit) value.set(bit, text[bit] == '1');
            return true;
        } else if constexpr (kIsOctetArray<T>) {
            Bytes octets;
            if (!read_octets(json, octets)) return false;
            if (octets.size() != value.size())
                return fail(fmt::format("expected {} octets, not {}", value.size(), octets.size()));
            for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<std::uint8_t>(octets[i]);
            return true;
        } else if constexpr (std::is_same_v<T, Bytes>) {
            return read_octets(json, value) && check_count<C>(value.size(), "octets");
        } else if constexpr (std::is_same_v<T, RegionalExtension>) {
            if (!expect(json, json.isObject(), "an object")) return false;
            std::size_t used = 0;
            const auto id = [&](const Json::Value& found) {
                return read_number<Range<0, 255>>(found, value.region_id);
            };
            const auto content = [&](const Json::Value& found) { return read_open(found, value.content); };
            return read_member(json, "regionId", used, id) &&
                   read_member(json, "regExtValue", used, content) &&
                   all_used(json, used, {"regionId", "regExtValue"});
        } else if constexpr (std::is_same_v<T, std::string>) {
            return read_string<C>(json, value);
        } else if constexpr (kIsVector<T>) {
            if (!expect(json, json.isArray(), "an array") || !check_count<C>(json.size(), "elements"))
                return false;
            value.resize(json.size());
            for (Json::ArrayIndex i = 0; i < json.size(); ++i) {
                if (!read<typename ElementOf<C>::Constraint>(json[i], value[i])) return in_element(i);
            }
            return true;
        } else if constexpr (kIsWrapped<DescriptionOf<T>>) {
            return read<typename DescriptionOf<T>::Constraint>(json, value.*(kDescription<T>.member));
        } else if constexpr (kIsEnumeration<DescriptionOf<T>>) {
            return read_enumeration(json, value);
        } else {
            if (!expect(json, json.isObject(), "an object")) return false;
            if constexpr (kIsChoice<DescriptionOf<T>>) {
                return read_choice(json, value);
            } else if constexpr (kIsOpenTypes<DescriptionOf<T>>) {
                std::size_t used = 0;
                return read_open_types(json, value, used) &&
                       all_used(json, used, {kDescription<T>.id_name, kDescription<T>.value_name});
            } else {
                return read_sequence(json, value);
            }
        }
    }

    template <typename C, typename T>
    bool read_number(const Json::Value& json, T& value) {
        if (!expect(json, json.isNumeric(), "a number")) return false;
        constexpr auto low = static_cast<std::int64_t>(C::kLow), high = static_cast<std::int64_t>(C::kHigh);
        if (!json.isInt64()) {
            return fail(json.isIntegral() ? fmt::format("a number that is not within {} to {}", low, high)
                                          : "expected a whole number");
        }
        const std::int64_t number = json.asInt64();
        if (number < low || number > high)
            return fail(fmt::format("{} is not within {} to {}", number, low, high));
        value = static_cast<T>(number);
        return true;
    }
    template <typename C>
    bool check_count(std::size_t count, std::string_view what) {
        return (count >= C::kLow && count <= C::kHigh) ||
               fail(fmt::format("{} {}, not {} to {}", count, what, C::kLow, C::kHigh));
    }

    bool read_bits(const Json::Value& json, std::string_view& text) {
        if (!expect(json, json.isString(), "a string of 0 and 1")) return false;
        text = text_of(json);
        return text.find_first_not_of("01") == text.npos || fail("expected a string of 0 and 1");
    }
    bool read_octets(const Json::Value& json, Bytes& octets) {
        if (!expect(json, json.isString(), "a string of hexadecimal digits")) return false;
        const std::string_view text = text_of(json);
        return parse_hex(text, octets) || fail("expected pairs of hexadecimal digits");
    }
    bool read_open(const Json::Value& json, Bytes& octets) {
        return read_octets(json, octets) &&
               (octets.size() <= kOpenOctetsMax || fail(fmt::format("more than {} octets", kOpenOctetsMax)));
    }
    template <typename C>
    bool read_string(const Json::Value& json, std::string& value) {
        if (!expect(json, json.isString(), "a string")) return false;
        value = text_of(json);
        for (const char character : value) {
            if (static_cast<unsigned char>(character) > 127) return fail("a character that is not ASCII");
        }
        return check_count<C>(value.size(), "characters");
    }

    /// Returns n for "addition-<n>", which stands for an addition of a later version; n counts from 0.
    static std::optional<std::uint8_t> addition_index(std::string_view name) {
        if (!name.starts_with(kAdditionPrefix)) return std::nullopt;
        name.remove_prefix(kAdditionPrefix.size());
        unsigned index = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
        if (error != std::errc() || end != name.data() + name.size() || index > kSmallMax)
            return std::nullopt;
        return static_cast<std::uint8_t>(index);
    }

    template <typename E>
    bool read_enumeration(const Json::Value& json, E& value) {
        constexpr const auto& description = kDescription<E>;
        if (!expect(json, json.isString(), "a name")) return false;
        const std::string_view text = text_of(json);
        for (const auto& named : description.names) {
            if (named.name != text) continue;
            value = named.value;
            return true;
        }
        if constexpr (description.extensible) {
            if (const auto index = addition_index(text)) {
                value = static_cast<E>(DescriptionOf<E>::kAdditionBase + *index);
                return true;
            }
        }
        return fail(fmt::format("'{}' is not one of its values", shortened(text)));
    }

    /// Calls `read_it` with the value of a member and counts the member as used. A missing member is an
    /// error.
    template <typename Read>
    bool read_member(const Json::Value& json, std::string_view name, std::size_t& used, Read read_it) {
        const Json::Value* found = find(json, name);
        if (!found) {
            fail("is missing");
            return in(name);
        }
        ++used;
        return read_it(*found) || in(name);
    }
    /// Returns whether all members of the object were used. If not, the error names an unknown one, if any.
    bool all_used(const Json::Value& json, std::size_t used, std::initializer_list<std::string_view> known) {
        if (used == json.size()) return true;
        for (const std::string& name : json.getMemberNames()) {
            if (std::find(known.begin(), known.end(), name) == known.end())
                return fail(fmt::format("'{}' is not a member of it", shortened(name)));
        }
        return fail("a member is repeated or not allowed");
    }
    static std::string shortened(std::string_view text) {
        std::string excerpt(text.substr(0, 40));
        for (char& character : excerpt) {
            if (character < ' ' || character > '~') character = '?';
        }
        return excerpt + (text.size() > 40 ? "..." : "");
    }

    template <typename T>
    bool read_sequence(const Json::Value& json, T& value) {
        std::size_t used = 0;
        const bool good =
            std::apply([&](const auto&... fields) { return (read_field(json, value, fields, used) && ...); },
                       kDescription<T>.fields);
        if (!good) return false;
        if constexpr (DescriptionOf<T>::kExtensible) {
            if (!read_additions(json, value.additions, used)) return false;
        }
        return std::apply(
            [&](const auto&... fields) {
                return all_used(json, used, {fields.name..., kAdditionsName});
            },
            kDescription<T>.fields);
    }
    template <typename T, typename F>
    bool read_field(const Json::Value& json, T& owner, const F& field, std::size_t& used) {
        auto& member = owner.*(field.member);
        using C = typename F::Constraint;
        if constexpr (F::kPresence == Presence::always) {
            return read_member(json, field.name, used,
                               [&](const Json::Value& found) { return read<C>(found, member); });
        } else {
            const Json::Value* found = find(json, field.name);
            if (!found) {
                member = {};
                return true;
            }
            ++used;
            if constexpr (F::kPresence == Presence::optional) {
                return read<C>(*found, member.emplace()) || in(field.name);
            } else {
                return read<C>(*found, member) || in(field.name);
            }
        }
    }

    template <typename V>
    bool read_choice(const Json::Value& json, V& value) {
        using D = DescriptionOf<V>;
        if (json.size() != 1) return fail("expected an object of one member");
        const std::string name = json.getMemberNames().front();
        const Json::Value& held = *find(json, name);
        if (bool good = false;
            read_alternative(name, held, value, good, std::make_index_sequence<D::kCount>()))
            return good || in(name);
        if constexpr (D::kExtensible) {
            if (const auto index = addition_index(name)) {
                auto& unknown = value.template emplace<D::kCount>();
                unknown.index = *index;
                return read_open(held, unknown.content) || in(name);
            }
        }
        return fail(fmt::format("'{}' is not one of its alternatives", shortened(name)));
    }
    template <typename V, std::size_t... indices>
    bool read_alternative(std::string_view name, const Json::Value& json, V& value, bool& good,
                          std::index_sequence<indices...>) {
        return ((name == std::get<indices>(kDescription<V>.alternatives).name &&
                 (good = read_alternative<indices>(json, value), true)) ||
                ...);
    }
    template <std::size_t index, typename V>
    bool read_alternative(const Json::Value& json, V& value) {
        using A = std::tuple_element_t<index, decltype(kDescription<V>.alternatives)>;
        return read<typename std::remove_cv_t<A>::Constraint>(json, value.template emplace<index>());
    }

    template <typename V>
    bool read_open_types(const Json::Value& json, V& value, std::size_t& used) {
        using D = DescriptionOf<V>;
        constexpr const D& description = kDescription<V>;
        std::uint16_t id = 0;
        const auto read_id = [&](const Json::Value& found) { return read_number<typename D::Id>(found, id); };
        if (!read_member(json, description.id_name, used, read_id)) return false;
        return read_member(json, description.value_name, used, [&](const Json::Value& found) {
            bool good = false;
            if (read_known_type(id, found, value, good, std::make_index_sequence<D::kCount>())) return good;
            auto& unknown = value.template emplace<D::kCount>();
            unknown.id = static_cast<decltype(unknown.id)>(id);
            return read_open(found, unknown.content);
        });
    }
    template <typename V, std::size_t... indices>
    bool read_known_type(std::uint16_t id, const Json::Value& json, V& value, bool& good,
                         std::index_sequence<indices...>) {
        constexpr const auto& entries = kDescription<V>.entries;
        return ((id == entries[indices].id && (good = read_known_type<indices>(json, value), true)) || ...);
    }
    template <std::size_t index, typename V>
    bool read_known_type(const Json::Value& json, V& value) {
        constexpr std::string_view name = kDescription<V>.entries[index].name;
        if (!expect(json, json.isObject(), "an object")) return false;
        const Json::Value* found = find(json, name);
        if (!found || json.size() != 1)
            return fail(fmt::format("expected an object of one member '{}'", name));
        return read<Plain>(*found, value.template emplace<index>()) || in(name);
    }

    bool read_additions(const Json::Value& json, Additions& additions, std::size_t& used) {
        additions.clear();
        const Json::Value* found = find(json, kAdditionsName);
        if (!found) return true;
        ++used;
        if (!expect(*found, found->isArray(), "an array") ||
            !check_count<Size<1, kSmallMax + 1>>(found->size(), "elements"))
            return in(kAdditionsName);
        for (const Json::Value& addition : *found) {
            additions.emplace_back();
            if (addition.isNull()) continue;
            if (!read_open(addition, additions.back().emplace())) {
                in_element(additions.size() - 1);
                return in(kAdditionsName);
            }
        }
        return true;
    }

    std::string path_, what_;
};

/// Returns the parser's first error in one line. The parser writes "* Line 1, Column 2" and, on the next
/// line, " Missing ...".
std::string one_line(std::string_view errors) {
    if (errors.starts_with("* ")) errors.remove_prefix(2);
    errors = errors.substr(0, errors.find("\n* "));
    std::string line;
    for (const char character : errors) {
        if (character == '\n') {
            line += ':';
        } else if (character != ' ' || (!line.empty() && line.back() != ' ')) {
            line += character >= ' ' && character <= '~' ? character : '?';
        }
    }
    while (!line.empty() && (line.back() == ':' || line.back() == ' ')) line.pop_back();
    return line;
}

}  // namespace
}  // namespace internal

Result<MessageFrame> from_json(std::string_view text) {
    Json::CharReaderBuilder builder;
    Json::CharReaderBuilder::strictMode(&builder.settings_);
    builder["stackLimit"] = 64;  // depth of objects and arrays; a message has fewer than 40
    Json::Value json;
    std::string errors;
    try {
        const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
        if (!reader->parse(text.data(), text.data() + text.size(), &json, &errors)) {
            return fail("not JSON: " + internal::one_line(errors));
        }
    } catch (const Json::Exception&) {
        return fail("not JSON: objects are nested too deeply");
    }
    MessageFrame frame;
    internal::JsonReader reader;
    if (!reader.read_frame(json, frame)) return fail(reader.failure());
    return frame;
}

}  // namespace synchrono::j2735
