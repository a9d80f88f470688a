// The list of elements: the table of their kinds, and the keys that all kinds have.
#include "common/config/internal/element_json.hpp"

#include <algorithm>
#include <unordered_set>

#include "common/base/limits.hpp"
#include "common/config/internal/element_form.hpp"
#include "common/config/loose/loose_kinds.hpp"

namespace synchrono::config {

namespace {

/// Returns the table of kinds, in the order in which messages list them.
std::vector<ElementForm> element_forms() {
    std::vector<ElementForm> forms{signals_form(), pedestrian_form()};
    for (const LooseKind* const kind : loose_kinds()) forms.push_back(loose_form(*kind));
    forms.push_back(building_form());
    forms.push_back(box_form());
    return forms;
}

/// The state of reading or writing the whole list.
struct Listing {
    explicit Listing(const ElementContext& context) : all(context) {
        for (const ElementForm& form : forms) words.emplace_back(form.kind, &form);
    }
    const ElementForm* form_of(std::string_view kind) const {
        return std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == kind; })
            ->second;
    }

    const ElementContext& all;
    const std::vector<ElementForm> forms = element_forms();
    std::vector<std::pair<std::string_view, const ElementForm*>> words;
    std::unordered_set<std::string> names{};                                     // of elements
    std::vector<std::pair<std::size_t, decltype(ElementEntry::later)>> later{};  // by index of the agent
};

/// Gives the entry the defaults of its kind.
void begin(ElementEntry& entry) {
    if (entry.form->acts())
        entry.agent.element = std::get<Element>(entry.form->fresh);
    else
        entry.still.what = std::get<StaticElement::What>(entry.form->fresh);
}

}  // namespace

template <typename Form>
static void describe(Form& form, ElementEntry& entry, Listing& list) {
    const auto named = form.name("name", entry.name);
    if (!form.kind("kind", entry.form, list.words)) return;
    if (named && (list.all.names.find(entry.name) || !list.names.insert(entry.name).second))
        named->problem(fmt::format("the name '{}' is already taken", entry.name));
    if constexpr (Form::kReads) begin(entry);
    if (entry.form->acts()) describe_flow(form, entry.agent, list.all.times);
    if constexpr (Form::kReads)
        entry.form->read(form, entry, list.all);
    else
        entry.form->write(form, entry, list.all);
}

/// Reads one entry and adds it to the scenario.
static void read_entry(const JsonNode& node, Listing& list) {
    const ElementContext& all = list.all;
    const std::size_t index = all.agents.size();
    ElementEntry entry;
    entry.agent.id = AgentId{static_cast<std::uint32_t>(index)};
    entry.agent.engine = kWorldEngine;
    entry.agent.radio = false;
    FormReader::read(node, entry, list);
    if (entry.form == nullptr) return;
    if (!entry.form->acts()) {
        entry.still.name = std::move(entry.name);
        all.statics.push_back(std::move(entry.still));
    } else if (index == limits::kAgentsMax) {
        node.problem(fmt::format("expected at most {} agents in all", limits::kAgentsMax));
    } else {
        entry.agent.name = std::move(entry.name);
        if (entry.later) list.later.emplace_back(index, std::move(entry.later));
        if (!entry.agent.name.empty()) all.names.add(entry.agent.name, entry.agent.id);
        all.agents.push_back(std::move(entry.agent));
    }
}

void read_elements(const JsonNode& node, const ElementContext& context) {
    if (!node.is_array()) return;
    Listing list(context);
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) read_entry(node.element(i), list);
    for (const auto& [agent, read] : list.later) read(context.agents[agent], context);
}

Json::Value elements_to_json(const ElementContext& context) {
    Json::Value json(Json::arrayValue);
    Listing list(context);
    for (const AgentSpec& agent : context.agents) {
        if (!agent.element) continue;
        ElementEntry entry;
        entry.form = list.form_of(kind_of(*agent.element));
        entry.name = agent.name;
        entry.agent = agent;
        json.append(FormWriter::write(entry, list));
    }
    for (const StaticElement& element : context.statics) {
        ElementEntry entry;
        entry.form =
            list.form_of(std::visit([](const auto& what) { return what.name_of_kind(); }, element.what));
        entry.name = element.name;
        entry.still = element;
        json.append(FormWriter::write(entry, list));
    }
    return json;
}

}  // namespace synchrono::config
