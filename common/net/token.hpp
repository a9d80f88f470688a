/// Makes, keeps and compares secrets. The join token is kept in a file that only its owner may read, and
/// never appears on a command line. Keys are kept in memory only. All randomness comes from the kernel.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/net/update_seal.hpp"

namespace synchrono::net {

/// The join token, by which a client proves that it belongs to the run.
using Token = std::array<std::byte, 32>;

Token make_token();
SessionKey make_session_key();
WorldKey make_world_key();

/// Makes the file with one line of 64 hexadecimal digits, readable and writable by its owner alone. Fails
/// if the file exists.
Result<void> write_token_file(const std::filesystem::path& path, const Token& token);
/// Reads the token. Accepts only a regular file that belongs to this user, gives no rights to others, and
/// holds a token. The error names the file and the reason.
Result<Token> read_token_file(const std::filesystem::path& path);

/// Compares in constant time, so that the time taken does not reveal where the bytes differ.
bool equal(const Token& token, ByteView bytes);

}  // namespace synchrono::net
