/// The JSON writer. It follows the descriptions of the types (internal/describe.hpp) and appends to a string.
#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"
#include "common/j2735/internal/describe_message_frame.hpp"
#include "common/j2735/internal/limits.hpp"

namespace synchrono::j2735 {
namespace internal {
namespace {

/// Writes one frame.  Threading: one thread.  Owns: the text.
class JsonWriter {
  public:
    std::string write_frame(const MessageFrame& frame) {
        out_ += '{';
        write_open_types(frame.value);
        write_additions(frame.additions);
        out_ += '}';
        return std::move(out_);
    }

  private:
    template <typename T>
    void write(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            out_ += value ? "true" : "false";
        } else if constexpr (std::is_integral_v<T>) {
            out_ += std::to_string(value);
        } else if constexpr (kIsFixedBits<T>) {
            write_plain(bit_text(value, T::kBits));
        } else if constexpr (kIsExtensibleBits<T>) {
            write_plain(bit_text(value, value.size()));
        } else if constexpr (kIsOctetArray<T>) {
            write_plain(to_hex(std::as_bytes(std::span(value))));
        } else if constexpr (std::is_same_v<T, Bytes>) {
            write_plain(to_hex(value));
        } else if constexpr (std::is_same_v<T, RegionalExtension>) {
            out_ += "{\"regionId\":" + std::to_string(value.region_id) + ",\"regExtValue\":";
            write_plain(to_hex(value.content));
            out_ += '}';
        } else if constexpr (std::is_same_v<T, std::string>) {
            write_string(value);
        } else if constexpr (kIsVector<T>) {
            out_ += '[';
            for (const auto& element : value) {
                separate();
                write(element);
            }
            out_ += ']';
        } else if constexpr (kIsWrapped<DescriptionOf<T>>) {
            write(value.*(kDescription<T>.member));
        } else if constexpr (kIsEnumeration<DescriptionOf<T>>) {
            write_enumeration(value);
        } else if constexpr (kIsChoice<DescriptionOf<T>>) {
            write_choice(value);
        } else if constexpr (kIsOpenTypes<DescriptionOf<T>>) {
            out_ += '{';
            write_open_types(value);
            out_ += '}';
        } else {
            out_ += '{';
            std::apply([&](const auto&... fields) { (write_field(value, fields), ...); },
                       kDescription<T>.fields);
            if constexpr (DescriptionOf<T>::kExtensible) write_additions(value.additions);
            out_ += '}';
        }
    }

    template <typename T, typename F>
    void write_field(const T& owner, const F& field) {
        const auto& member = owner.*(field.member);
        if constexpr (F::kPresence == Presence::unless_empty) {
            if (member.empty()) return;
        }
        if constexpr (F::kPresence == Presence::optional) {
            if (!member) return;
            write_name(field.name);
            write(*member);
        } else {
            write_name(field.name);
            write(member);
        }
    }

    template <typename E>
    void write_enumeration(E value) {
        for (const auto& named : kDescription<E>.names) {
            if (named.value == value) return write_plain(named.name);
        }
        write_plain(std::string(kAdditionPrefix) +
                    std::to_string(static_cast<unsigned>(value) - DescriptionOf<E>::kAdditionBase));
    }

    template <typename V>
    void write_choice(const V& value) {
        out_ += '{';
        std::visit(
            [&](const auto& held) {
                using T = std::remove_cvref_t<decltype(held)>;
                if constexpr (std::is_same_v<T, UnknownAlternative>) {
                    write_name(std::string(kAdditionPrefix) + std::to_string(held.index));
                    write_plain(to_hex(held.content));
                } else {
                    write_name(alternative_name<V>(value.index(),
                                                   std::make_index_sequence<DescriptionOf<V>::kCount>()));
                    write(held);
                }
            },
            value);
        out_ += '}';
    }
    template <typename V, std::size_t... indices>
    static std::string_view alternative_name(std::size_t index, std::index_sequence<indices...>) {
        constexpr std::string_view names[] = {std::get<indices>(kDescription<V>.alternatives).name...};
        return names[index];
    }

    /// Writes the members for the id and the value, without the braces around them.
    template <typename V>
    void write_open_types(const V& value) {
        using D = DescriptionOf<V>;
        constexpr const D& description = kDescription<V>;
        std::visit(
            [&](const auto& held) {
                using T = std::remove_cvref_t<decltype(held)>;
                write_name(description.id_name);
                if constexpr (std::is_same_v<T, std::variant_alternative_t<D::kCount, V>>) {
                    out_ += std::to_string(held.id);
                    write_name(description.value_name);
                    write_plain(to_hex(held.content));
                } else {
                    const Entry& entry = description.entries[value.index()];
                    out_ += std::to_string(entry.id);
                    write_name(description.value_name);
                    out_ += '{';
                    write_name(entry.name);
                    write(held);
                    out_ += '}';
                }
            },
            value);
    }

    void write_additions(const Additions& additions) {
        if (additions.empty()) return;
        write_name(kAdditionsName);
        out_ += '[';
        for (const auto& addition : additions) {
            separate();
            if (addition) {
                write_plain(to_hex(*addition));
            } else {
                out_ += "null";
            }
        }
        out_ += ']';
    }

    void separate() {
        if (out_.back() != '{' && out_.back() != '[') out_ += ',';
    }
    void write_name(std::string_view name) {
        separate();
        write_plain(name);
        out_ += ':';
    }
    /// Requires text without characters that JSON escapes.
    void write_plain(std::string_view text) {
        out_ += '"';
        out_ += text;
        out_ += '"';
    }
    void write_string(std::string_view text) {
        out_ += '"';
        for (const char character : text) {
            switch (character) {
                case '"':
                    out_ += "\\\"";
                    break;
                case '\\':
                    out_ += "\\\\";
                    break;
                case '\n':
                    out_ += "\\n";
                    break;
                case '\r':
                    out_ += "\\r";
                    break;
                case '\t':
                    out_ += "\\t";
                    break;
                default: {
                    const auto code = static_cast<unsigned char>(character);
                    if (code >= 0x20 && code < 0x7f) {
                        out_ += character;
                    } else {
                        const std::byte octet[] = {static_cast<std::byte>(code)};
                        out_ += "\\u00" + to_hex(octet);
                    }
                }
            }
        }
        out_ += '"';
    }

    std::string out_;
};

}  // namespace
}  // namespace internal

std::string to_json(const MessageFrame& frame) { return internal::JsonWriter().write_frame(frame); }

}  // namespace synchrono::j2735
