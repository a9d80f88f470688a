// The form of elements of the kind `signals`. Its only key of its own names the intersection to which the
// lamps belong.
#include "common/config/internal/element_form.hpp"

namespace synchrono::config {

namespace {

void read_intersection_of(const JsonNode& node, SignalsElement& signals, AgentSpec& agent,
                          const ElementContext& context) {
    if (std::string text; node.read(text))
        signals.intersection = context.intersections.find_or_load(node, text);
    if (signals.intersection.empty()) return;
    const Intersection& intersection = context.intersections.at(signals.intersection);
    agent.position = intersection.position;
    if (!intersection.signals) {
        node.problem(fmt::format("intersection '{}' has no signals", signals.intersection));
    } else if (const AgentSpec* other = signals_of(signals.intersection, context.agents)) {
        node.problem(fmt::format("the signals of intersection '{}' are already those of element '{}'",
                                 signals.intersection, other->name));
    }
}

}  // namespace

template <typename Form>
static void describe_part(Form& form, SignalsElement& signals, ElementEntry& entry,
                          const ElementContext& context) {
    form.own(
        "intersection",
        [&](const JsonNode& node) { read_intersection_of(node, signals, entry.agent, context); },
        [&] { return std::optional(Json::Value(signals.intersection)); }, Need::required);
}

ElementForm signals_form() { return element_form(SignalsElement{}); }

}  // namespace synchrono::config
