/// Writes a file that exists whole or not at all: the file is written under its name with ".part" added, and
/// gets its own name when it is complete. A file that has the name already is kept unless the user asked to
/// replace it.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools::text {

/// The choice whether a file that exists is kept, so that writing it fails, or replaced.
enum class Existing { keep, replace };

/// Returns the error that `path` exists and would be replaced only with --force.
tl::unexpected<Error> exists_error(const std::filesystem::path& path);

/// A file under its temporary name until commit().
/// Threading: one thread.  Owns: the unfinished file, and removes it unless committed.
class NewFile {
  public:
    /// Creates the unfinished file. Fails when `path` exists and is to be kept.
    static Result<NewFile> open(const std::filesystem::path& path, Existing existing);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile();

    /// Returns the path of the unfinished file, for libraries that open a file by its name.
    const std::filesystem::path& temporary_path() const { return part_; }
    /// Appends. commit() returns the first error that occurred.
    void write(std::string_view text);
    void write(ByteView bytes) { write(as_text(bytes)); }
    /// Closes the descriptor until the next write(), so that a program can write more of these files than
    /// it may have open.
    void close_for_now();
    /// Gives the file its own name. Fails, and removes the unfinished file, when something could not be
    /// written, or when a file of that name has appeared since open() and is to be kept. Where the file
    /// system has no hard links, replaces such a file.
    Result<void> commit();

  private:
    NewFile(std::filesystem::path path, std::filesystem::path part, std::FILE* file, Existing existing)
        : path_(std::move(path)), part_(std::move(part)), file_(file), existing_(existing) {}

    void close();

    std::filesystem::path path_, part_;  // part_ is empty once committed or moved from
    std::FILE* file_;                    // null once committed or moved from, and after close_for_now()
    Existing existing_;
    int error_ = 0;
};

}  // namespace synchrono::tools::text
