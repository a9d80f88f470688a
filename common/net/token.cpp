#include "common/net/token.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/contract.hpp"

namespace synchrono::net {

namespace {

constexpr std::size_t kLineBytes = 2 * sizeof(Token) + 1;

class File {
  public:
    explicit File(int descriptor) : descriptor_(descriptor) {}
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

std::array<std::byte, 32> random_bytes() {
    SYN_ENSURE(sodium_init() >= 0);
    std::array<std::byte, 32> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

auto failure(const std::filesystem::path& path, std::string_view why) {
    return fail(fmt::format("token file {}: {}", path.string(), why));
}

}  // namespace

Token make_token() { return random_bytes(); }

SessionKey make_session_key() { return random_bytes(); }

WorldKey make_world_key() { return random_bytes(); }

Result<void> write_token_file(const std::filesystem::path& path, const Token& token) {
    // The file is created with its final rights, and only if it is new, so that no other user can have opened
    // it at any time.
    const File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file.get() < 0) return failure(path, std::strerror(errno));
    std::array<char, kLineBytes> line;
    sodium_bin2hex(line.data(), line.size(), reinterpret_cast<const unsigned char*>(token.data()),
                   token.size());
    line.back() = '\n';
    const auto written = ::write(file.get(), line.data(), line.size());
    if (written != static_cast<ssize_t>(line.size())) {
        const int error = written < 0 ? errno : ENOSPC;
        ::unlink(path.c_str());
        return failure(path, std::strerror(error));
    }
    return {};
}

Result<Token> read_token_file(const std::filesystem::path& path) {
    // Opened without blocking, because someone may have put a pipe there.
    const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) return failure(path, std::strerror(errno));
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0) return failure(path, std::strerror(errno));
    if (!S_ISREG(facts.st_mode)) return failure(path, "not a regular file");
    if (facts.st_uid != ::geteuid()) return failure(path, "belongs to another user");
    if ((facts.st_mode & 077) != 0) {
        return failure(path,
                       fmt::format("other users may read or write it (mode {:04o}); run chmod 600 on it",
                                   facts.st_mode & 07777));
    }
    std::array<char, kLineBytes + 1> text;  // one more than a line, to notice a longer file
    const auto size = ::read(file.get(), text.data(), text.size());
    if (size < 0) return failure(path, std::strerror(errno));
    Token token;
    std::size_t decoded = 0;
    const bool whole = size == static_cast<ssize_t>(kLineBytes) && text[kLineBytes - 1] == '\n' &&
                       sodium_hex2bin(reinterpret_cast<unsigned char*>(token.data()), token.size(),
                                      text.data(), kLineBytes - 1, nullptr, &decoded, nullptr) == 0 &&
                       decoded == token.size();
    sodium_memzero(text.data(), text.size());
    if (!whole) return failure(path, "expected one line of 64 hexadecimal digits");
    return token;
}

bool equal(const Token& token, ByteView bytes) {
    return bytes.size() == token.size() && sodium_memcmp(token.data(), bytes.data(), token.size()) == 0;
}

}  // namespace synchrono::net
