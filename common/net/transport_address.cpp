#include "common/net/transport_address.hpp"

namespace synchrono::net {

TransportAddress split_transport(std::string_view text) {
    constexpr std::string_view kMark = "://";
    const std::size_t mark = text.find(kMark);
    if (mark == text.npos || mark == 0) return {{}, text};
    return {text.substr(0, mark), text.substr(mark + kMark.size())};
}

}  // namespace synchrono::net
