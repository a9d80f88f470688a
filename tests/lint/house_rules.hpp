/// The rules of the house that a compiler does not check: who may include whom, where one may sleep, and the
/// look of a file. Each rule takes a file and returns a line for every breach, so that the rules can be
/// tested too.
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

/// Each as "path:line: what is wrong".
using Breaches = std::vector<std::string>;

/// A folder and the folders whose headers its files may include beside its own. A name there that has a row
/// itself stands for that folder alone; one that has none stands for all that lies in it. "X/*" is a row for
/// each folder in X that has none of its own: those that implement what X is about, and know nothing of one
/// another.
struct Layer {
    std::string_view folder;
    std::vector<std::string_view> may_include;
};
/// The table of the house. A file belongs to the row that names most of its path.
std::span<const Layer> layers();

/// Dependencies point one way; a foreign library stays in the folders that wrap it.
Breaches check_includes(const File& file);
/// A row allows no more than its files, all of them in `files`, make use of; one that ends with a star may
/// allow what folders that are still to come will need.
Breaches check_allowances(std::span<const File> files);
/// Each row stands below the rows of those that it may include: there are no circles.
Breaches check_order(std::span<const Layer> layers);
/// Each folder of the programs and of common/ has a row of its own, and a CMake library that is called after
/// it: `files` by path, the files of CMake among them.
Breaches check_folders(const std::map<std::string, std::string>& files);
/// Only common/realtime sleeps on the clock, and no test sleeps at all.
Breaches check_sleeping(const File& file);
/// No tabs, no notes to self, no overlong files; headers say what they are for and are included once.
Breaches check_look(const File& file);
/// What a page links to lies in the repository, as `is_there` tells of a path from its root.
Breaches check_links(const File& file, const std::function<bool(const std::string&)>& is_there);
/// Every source of a test is built: `files` by path, the files of CMake among them.
Breaches check_tests_are_listed(const std::map<std::string, std::string>& files);

/// The sources, schemas, scripts and pages under `root`, by path; build trees and foreign code left out.
std::map<std::string, std::string> read_tree(const std::string& root);

}  // namespace synchrono::lint
