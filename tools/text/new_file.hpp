/// A file that is there whole or not at all: it is written beside its place, under its name with ".part"
/// added, and gets its name when it is complete. What has that name already is kept unless the user said
/// otherwise.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools {

enum class Existing { keep, replace };

/// That a file is to be kept.
tl::unexpected<Error> is_there(const std::filesystem::path& path);

/// Threading: one thread.  Owns: the unfinished file, and removes it unless committed.
class NewFile {
  public:
    /// Refuses when the file exists and is to be kept.
    static Result<NewFile> open(const std::filesystem::path& path, Existing existing);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile();

    /// Where it is until it is committed: for libraries that write by name.
    const std::filesystem::path& part() const { return part_; }
    /// The first error is told by commit().
    void write(std::string_view text);
    void write(ByteView bytes) { write(as_text(bytes)); }
    /// Closes it until the next write(): a program may have more of them than files may be open.
    void set_aside();
    /// Fails, and leaves nothing, when something could not be written.
    Result<void> commit();

  private:
    NewFile(std::filesystem::path path, std::filesystem::path part, std::FILE* file, Existing existing)
        : path_(std::move(path)), part_(std::move(part)), file_(file), existing_(existing) {}

    void close();

    std::filesystem::path path_, part_;  // the latter is empty: committed or moved from
    std::FILE* file_;                    // null: that, or set aside
    Existing existing_;
    int error_ = 0;
};

}  // namespace synchrono::tools
