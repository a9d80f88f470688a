/// Random bytes that only the parties to whom they were given know: the secret of a credential, the keys of a
/// session and of a world.
#pragma once

#include <array>
#include <cstddef>

namespace synchrono {

using Secret = std::array<std::byte, 32>;

/// Returns 32 bytes from the kernel's random number generator.
Secret make_secret();

}  // namespace synchrono
