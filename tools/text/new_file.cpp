#include "tools/text/new_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "common/base/contract.hpp"

namespace synchrono::tools::text {
namespace {

std::string why(int error) { return std::generic_category().message(error); }

}  // namespace

tl::unexpected<Error> exists_error(const std::filesystem::path& path) {
    return fail(fmt::format("{} exists already; use --force to replace it", path.string()));
}

Result<NewFile> NewFile::open(const std::filesystem::path& path, Existing existing) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) == 0) {
        if (S_ISDIR(facts.st_mode)) return fail(fmt::format("{} is a folder", path.string()));
        if (existing == Existing::keep) return exists_error(path);
    }
    std::filesystem::path part = path;
    part += ".part";
    // Removes what an interrupted program left there. O_EXCL then refuses to follow a link of that name.
    ::unlink(part.c_str());
    const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    std::FILE* file = fd < 0 ? nullptr : ::fdopen(fd, "wb");
    if (file == nullptr) return fail(fmt::format("cannot write {}: {}", part.string(), why(errno)));
    return NewFile(path, std::move(part), file, existing);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::exchange(other.part_, {})),
      file_(std::exchange(other.file_, nullptr)),
      existing_(other.existing_),
      error_(other.error_) {}

NewFile::~NewFile() {
    if (part_.empty()) return;
    if (file_ != nullptr) std::fclose(file_);
    ::unlink(part_.c_str());
}

void NewFile::write(std::string_view text) {
    SYN_REQUIRE(!part_.empty());
    if (error_ != 0) return;
    errno = 0;
    if (file_ == nullptr) {
        const int fd = ::open(part_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
        file_ = fd < 0 ? nullptr : ::fdopen(fd, "ab");
    }
    if (file_ == nullptr || std::fwrite(text.data(), 1, text.size(), file_) != text.size())
        error_ = errno ? errno : EIO;
}

void NewFile::close_for_now() {
    SYN_REQUIRE(!part_.empty());
    close();
}

void NewFile::close() {
    if (file_ != nullptr && std::fclose(std::exchange(file_, nullptr)) != 0 && error_ == 0) error_ = errno;
}

Result<void> NewFile::commit() {
    SYN_REQUIRE(!part_.empty());
    close();
    const std::filesystem::path part = std::exchange(part_, {});
    if (error_ != 0) {
        ::unlink(part.c_str());
        return fail(fmt::format("cannot write {}: {}", path_.string(), why(error_)));
    }
    if (existing_ == Existing::keep) {
        const int error = ::link(part.c_str(), path_.c_str()) == 0 ? 0 : errno;
        if (error == 0 || error == EEXIST) {
            ::unlink(part.c_str());
            if (error == EEXIST) return exists_error(path_);
            return {};
        }
        // The file system has no hard links. rename() then overwrites a file that another program made since
        // open().
    }
    if (::rename(part.c_str(), path_.c_str()) != 0) {
        const int error = errno;
        ::unlink(part.c_str());
        return fail(fmt::format("cannot write {}: {}", path_.string(), why(error)));
    }
    return {};
}

}  // namespace synchrono::tools::text
