#include "common/config/radio.hpp"

namespace synchrono::config {

std::string_view to_text(Medium medium) {
    switch (medium) {
        case Medium::dsrc:
            return "dsrc";
        case Medium::cv2x:
            return "cv2x";
        case Medium::light:
            return "light";
    }
    return {};
}

}  // namespace synchrono::config
