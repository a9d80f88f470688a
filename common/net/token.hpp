/// Makes, keeps and compares secrets. The join token lies in a file that only its owner may read, and never
/// on a command line; keys are kept in memory only. All randomness comes from the kernel.
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

/// Makes the file with one line of 64 hexadecimal digits, readable and writable by its owner alone. Fails
/// if the file exists.
Result<void> write_token_file(const std::filesystem::path& path, const Token& token);
/// Reads the token. Refuses anything but a regular file of this user that nobody else may use and that
/// holds a token; the error names the file and the reason.
Result<Token> read_token_file(const std::filesystem::path& path);

/// Compares in constant time, so that the time taken does not reveal where the bytes differ.
bool equal(const Token& token, ByteView bytes);

}  // namespace synchrono::net
