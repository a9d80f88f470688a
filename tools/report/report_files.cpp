#include "tools/report/report_files.hpp"

#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>

#include "tools/report/report_json.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/report_text.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::report {
namespace {

constexpr const char* kJsonFile = "report.json";

/// Writes the whole file or, if the disk is full for example, none.
Result<void> write(const std::filesystem::path& path, const std::string& text) {
    auto file = text::NewFile::open(path, text::Existing::replace);
    if (!file) return tl::unexpected(file.error());
    file->write(text);
    return file->commit();
}

}  // namespace

Result<void> write_report(const std::filesystem::path& folder, const RunReport& report) {
    if (const auto done = write(folder / "report.txt", report_text(report, Detail::all)); !done) return done;
    if (const auto done = write(folder / kJsonFile, report_json(report)); !done) return done;
    return report.study != nullptr ? write(folder / "report.html", report_page(report)) : Result<void>();
}

Result<RunReport> read_report(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / kJsonFile;
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    auto report = parse_report(text.str());
    if (!report) return fail(fmt::format("{}: {}", path.string(), report.error().text));
    return report;
}

}  // namespace synchrono::tools::report
