// The form of buildings: walls with a height.
#include "common/config/internal/element_form.hpp"
#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

template <typename Form>
static void describe_part(Form& form, BuildingElement& building, ElementEntry&, const ElementContext&) {
    describe(form, building.walls);
    form.number("height_m", building.height_m, {0, 1'000, true});
    form.number("ground_m", building.ground_m, radio_parts::kCoordinate, Need::optional);
}

ElementForm building_form() { return element_form(BuildingElement{}); }

}  // namespace synchrono::config
