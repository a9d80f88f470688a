/// Writes a file that exists whole or not at all: it is written under its name with ".part" added, and gets
/// its own name when it is complete. A file that has the name already is kept unless the user asked to
/// replace it.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools {

/// Says whether a file that exists is kept, which makes writing it fail, or replaced.
enum class Existing { keep, replace };

/// Returns the error that `path` exists and would be replaced only with --force.
tl::unexpected<Error> is_there(const std::filesystem::path& path);

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
    const std::filesystem::path& part() const { return part_; }
    /// Appends. commit() returns the first error that occurred.
    void write(std::string_view text);
    void write(ByteView bytes) { write(as_text(bytes)); }
    /// Closes the descriptor until the next write(), so that a program can write more of these files than
    /// it may have open.
    void set_aside();
    /// Gives the file its own name. Fails and removes the file when anything could not be written.
    Result<void> commit();

  private:
    NewFile(std::filesystem::path path, std::filesystem::path part, std::FILE* file, Existing existing)
        : path_(std::move(path)), part_(std::move(part)), file_(file), existing_(existing) {}

    void close();

    std::filesystem::path path_, part_;  // part_ is empty once committed or moved from
    std::FILE* file_;                    // null once committed or moved from, and while set aside
    Existing existing_;
    int error_ = 0;
};

}  // namespace synchrono::tools
