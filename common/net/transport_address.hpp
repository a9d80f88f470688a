/// How a user says where a world is, or is to be: `NAME://ADDRESS` over the transport of that name, and an
/// address alone over the usual one.
#pragma once

#include <string_view>

namespace synchrono::net {

/// Views of the text that it was split from.
struct TransportAddress {
    std::string_view transport;  // its name; empty where none is said
    std::string_view address;    // in the transport's own spelling
};
TransportAddress split_transport(std::string_view text);

}  // namespace synchrono::net
