/// The rules of the house that a compiler does not check: who may include whom, where one may sleep, and the
/// look of a file. Each rule takes a file and returns a line for every breach, so that the rules can be
/// tested too.
#pragma once

#include <functional>
#include <map>
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

/// Dependencies point one way; a foreign library stays in the folders that wrap it.
Breaches check_includes(const File& file);
/// In the table of layers each folder of tools/ stands below those that it may include: there are no circles.
Breaches check_order_of_tools();
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
