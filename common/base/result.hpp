/// Result<T>: the value, or why there is none. For errors of the world that a caller must handle; the text
/// is one line, ready for the user: it names the file, the key or the packet field.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace synchrono {

struct [[nodiscard]] Error {
    std::string text;
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string text) { return tl::unexpected<Error>(Error{std::move(text)}); }

}  // namespace synchrono
