/// Writes and reads integers as seals contain them: the least significant byte first, at any address.
#pragma once

#include <cstddef>

namespace synchrono::net {

template <typename Integer>
void put(std::byte* to, Integer value) {
    for (std::size_t i = 0; i < sizeof value; ++i) to[i] = static_cast<std::byte>(value >> (8 * i));
}
template <typename Integer>
Integer get(const std::byte* from) {
    Integer value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        value = static_cast<Integer>(value | static_cast<Integer>(static_cast<Integer>(from[i]) << (8 * i)));
    }
    return value;
}

}  // namespace synchrono::net
