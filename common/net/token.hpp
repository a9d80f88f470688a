/// Secrets and where they are kept. The join token lies in a file that its owner alone may read, never on a
/// command line; keys live in memory only. Randomness is the kernel's.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/net/update_seal.hpp"

namespace synchrono::net {

using Token = std::array<std::byte, 32>;

Token make_token();
SessionKey make_session_key();
WorldKey make_world_key();

/// Makes the file, readable and writable by its owner alone, holding one line of 64 hexadecimal digits. Fails
/// where a file already is.
Result<void> write_token_file(const std::filesystem::path& path, const Token& token);
/// Refuses, naming the file and the reason, what is no regular file of this user, what others may read or
/// write, and what does not hold a token.
Result<Token> read_token_file(const std::filesystem::path& path);

/// Takes equally long wherever they differ.
bool equal(const Token& token, ByteView bytes);

}  // namespace synchrono::net
