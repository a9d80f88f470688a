// The form of loose bodies of all kinds: their place at the start, and their measures.
#include "common/config/internal/element_form.hpp"
#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

template <typename Form>
static void describe_part(Form& form, BodyElement& body, ElementEntry& entry, const ElementContext&) {
    form.position("position", entry.agent.position, radio_parts::kCoordinate);
    form.number("yaw_deg", entry.agent.yaw_deg, {-360, 360}, Need::optional);
    form.number("speed_m_s", entry.agent.speed_m_s, {0, 50}, Need::optional);
    form.number("diameter_m", body.diameter_m, {0.05, 10}, Need::optional);
    if (body.kind->has_height_key) {
        form.number("height_m", body.height_m, {0.05, 10}, Need::optional);
    } else {
        body.height_m = body.diameter_m;
    }
    form.number("mass_kg", body.mass_kg, {0.01, 10'000}, Need::optional);
    form.number("friction", body.friction, {0, 2}, Need::optional);
    form.number("restitution", body.restitution, {0, 1}, Need::optional);
}

ElementForm loose_form(const LooseKind& kind) { return element_form(BodyElement{kind.measures, &kind}); }

}  // namespace synchrono::config
