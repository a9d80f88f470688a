#include "tools/report/report_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <system_error>

#include "tools/report/report_files.hpp"
#include "tools/report/report_json.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/report_text.hpp"
#include "tools/study/study.hpp"
#include "tools/text/command_failure.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::report {
namespace {

struct Arguments {
    std::string run, html;
    bool json = false, verbose = false;
};

/// Returns why the folder is not that of a run; empty if it is.
std::string objection_to(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (std::filesystem::exists(folder / "scenario.json", ignored)) return "";
    if (!std::filesystem::exists(folder, ignored)) return fmt::format("{}: no such folder", folder.string());
    const char* const why = std::filesystem::exists(folder / "sweep.json", ignored)
                                ? "a folder of several runs: name one of them, or open its sweep.html"
                                : "not the folder of a run: it has no scenario.json";
    return fmt::format("{}: {}", folder.string(), why);
}

int report(const Arguments& arguments) {
    if (const std::string why = objection_to(arguments.run); !why.empty())
        return text::report_failure("report", Error{why});
    const study::StudiedRun run = study::study_run(arguments.run);
    auto remade = remake_report(arguments.run, run);
    if (!remade) return text::report_failure("report", remade.error());
    const std::filesystem::path html = arguments.html.empty()
                                           ? std::filesystem::path(arguments.run) / "report.html"
                                           : std::filesystem::path(arguments.html);
    auto file = text::NewFile::open(html, text::Existing::replace);
    if (!file) return text::report_failure("report", file.error());
    remade->page = html.string();
    file->write(report_page(*remade));
    if (const auto done = file->commit(); !done) return text::report_failure("report", done.error());
    fmt::print("{}", arguments.json
                         ? report_json(*remade)
                         : report_text(*remade, arguments.verbose ? Detail::all : Detail::results));
    return text::kDone;
}

}  // namespace

Result<RunReport> remake_report(const std::filesystem::path& folder, const study::StudiedRun& run) {
    if (!run.study) return tl::unexpected(run.study.error());
    std::error_code ignored;
    if (!std::filesystem::exists(folder / "report.json", ignored))
        return report_of_logs(folder, *run.logs, *run.study);
    auto report = read_report(folder);
    if (!report) {
        // A run that was cut, as by a full disk, may leave a report that says nothing.
        RunReport made = report_of_logs(folder, *run.logs, *run.study);
        made.verdict = "the run left a damaged report; this one was made from its logs";
        return made;
    }
    report->study = &*run.study;
    return report;
}

void add_report_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand(
        "report", "Make a run's report again from its folder: a page with map, plots and tables");
    const auto arguments = std::make_shared<Arguments>();  // owned by the callback, which CLI11 keeps
    command->add_option("RUN", arguments->run, "The run's folder")->required();
    command->add_option("--html", arguments->html,
                        "File of the page (default: report.html in the run's folder)");
    command->add_flag("--json", arguments->json, "Print the report as JSON");
    command->add_flag("--verbose", arguments->verbose, "Print settings and counters, too");
    command->callback([arguments, &exit_code] { exit_code = report(*arguments); });
}

}  // namespace synchrono::tools::report
