/// Result<T>: a value, or the reason why there is none. It is for errors that come from outside and that a
/// caller must handle. The text of an error is ready for the user: one line, or one line for each problem of
/// a file. The text names the file, the key or the packet field.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace synchrono {

struct [[nodiscard]] Error {
    std::string text;
    bool temporary = false;  // whether the same attempt may succeed later, such as when a server has started
};

template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
  public:
    using tl::expected<T, Error>::expected;
};

inline tl::unexpected<Error> fail(std::string text) { return tl::unexpected<Error>(Error{std::move(text)}); }
inline tl::unexpected<Error> fail_for_now(std::string text) {
    return tl::unexpected<Error>(Error{std::move(text), true});
}

}  // namespace synchrono
