/// The rules of the house that a compiler does not check: which folder may include which, where a program
/// may sleep, and how a file must be written. Each rule takes one file or all files and returns a line for
/// every breach, so that the rules can be tested too.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace synchrono::lint {

struct File {
    std::string path;  // from the root of the repository, such as "common/base/ids.hpp"
    std::string text;
};

/// Lines of the form "path:line: what is wrong".
using Breaches = std::vector<std::string>;

/// A row of the table: a folder, and the other folders whose headers its files may include. An allowed folder
/// that has a row of its own stands for the files of that row alone; an allowed folder without a row stands
/// for everything below it. "X/*" is a row for each folder in X that has no row of its own: these folders all
/// implement the same interface and must not know of each other.
struct Layer {
    std::string_view folder;
    std::vector<std::string_view> may_include;
};
/// Returns the table of the house. A file belongs to the row that names the longest part of its path.
std::span<const Layer> layers();

/// Checks that dependencies point one way, and that a foreign library is included only in the folders that
/// wrap it.
Breaches check_includes(const File& file);
/// Checks that each row allows only folders that some file of the row includes. `files` holds all files. A
/// row that ends with a star may also allow what future folders will need.
Breaches check_allowances(std::span<const File> files);
/// Checks that each row stands below the rows that it may include, so that there are no circles.
Breaches check_order(std::span<const Layer> layers);
/// Checks that each folder of the programs and of common/ has a row of its own and a CMake library named
/// after it. `files` holds files by path, CMake's included.
Breaches check_folders(const std::map<std::string, std::string>& files);
/// Checks that only common/realtime sleeps on the clock, and that no test sleeps at all.
Breaches check_sleeping(const File& file);
/// Checks that a file has no tabs, no notes to self and not too many lines, and that a header says what it
/// is for and is included once.
Breaches check_style(const File& file);
/// Checks that no block of comment lines opens with a bare "Of", "What", "Who", "Where" or the like: a block
/// says first what it is about.
Breaches check_openings(const File& file);
/// Checks that the namespace of a file is that of its folder. In a program's folder it is the path down to
/// the second folder (client/cache and all folders in it: synchrono::client::cache); files beside those
/// folders and in `program` have that of the program. common/net has synchrono::net; base, realtime and time,
/// which all others use, have synchrono alone. A file may declare a class of another folder in the class's
/// own namespace.
Breaches check_namespace(const File& file);
/// Checks that the targets of a page's links exist. `is_there` returns whether a path from the root exists.
Breaches check_links(const File& file, const std::function<bool(const std::string&)>& is_there);
/// Checks that every source of a test is built. `files` holds files by path, CMake's included.
Breaches check_tests_are_listed(const std::map<std::string, std::string>& files);

/// Returns the sources, schemas, scripts and pages under `root` by path, without build trees and foreign
/// code.
std::map<std::string, std::string> read_tree(const std::string& root);

}  // namespace synchrono::lint
