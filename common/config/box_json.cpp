// The form of boxes.
#include "common/config/internal/element_form.hpp"
#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

template <typename Form>
static void describe_part(Form& form, BoxElement& box, ElementEntry&, const ElementContext&) {
    form.position("position", box.position, radio_parts::kCoordinate);
    form.position("size_m", box.size, {0, 1'000, true});
    form.number("yaw_deg", box.yaw_deg, {-360, 360}, Need::optional);
}

ElementForm box_form() { return element_form(BoxElement{}); }

}  // namespace synchrono::config
