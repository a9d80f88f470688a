/// The form of one kind of element in files. Each kind has its form in a source file of its own and a row in
/// the table of element_json.cpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "common/config/internal/element_json.hpp"
#include "common/config/internal/form.hpp"

namespace synchrono::config {

struct ElementForm;

/// One entry of the list of elements while it is read or written. `agent` is used by kinds that are agents,
/// `still` by kinds that stand still.
struct ElementEntry {
    const ElementForm* form = nullptr;  // null: its kind is unknown
    std::string name;
    AgentSpec agent;
    StaticElement still;
    /// Reads the keys that refer to other elements, after all elements have been read; empty if the kind has
    /// no such keys.
    std::function<void(AgentSpec& agent, const ElementContext& context)> later{};
};

/// The name of a kind and the functions that read and write its keys.
struct ElementForm {
    std::string_view kind;
    std::variant<Element, StaticElement::What> fresh;  // an element with the defaults of all keys
    void (*read)(FormReader&, ElementEntry&, const ElementContext&);
    void (*write)(FormWriter&, ElementEntry&, const ElementContext&);

    /// Returns whether elements of this kind do something, and so are agents.
    bool acts() const { return std::holds_alternative<Element>(fresh); }
};

/// Returns the form of a kind. The keys of the kind, except those that all elements have, are described by
///
///     template <typename Form>
///     void describe_part(Form& form, Spec& spec, ElementEntry& entry, const ElementContext& context);
template <typename Spec>
ElementForm element_form(Spec fresh) {
    constexpr auto describe_as = [](auto& form, ElementEntry& entry, const ElementContext& context) {
        if constexpr (std::is_constructible_v<Element, Spec>)
            describe_part(form, std::get<Spec>(*entry.agent.element), entry, context);
        else
            describe_part(form, std::get<Spec>(entry.still.what), entry, context);
    };
    const std::string_view kind = fresh.name_of_kind();
    return {kind, std::move(fresh), describe_as, describe_as};
}

/// Each of these is defined in a file of its name: signals_json.cpp and so on.
ElementForm signals_form();
ElementForm pedestrian_form();
ElementForm loose_form(const LooseKind& kind);
ElementForm building_form();
ElementForm box_form();

}  // namespace synchrono::config
