#include "common/program/program.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <json/writer.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <string.h>

namespace synchrono::program {

namespace {

volatile std::sig_atomic_t g_signal = 0;  // of a type that a signal handler may write
void on_signal(int number) { g_signal = number; }

}  // namespace

int run(CLI::App& app, int argc, char** argv, const std::function<int()>& body) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // Prints unknown arguments, if any, instead of the missing one, which may be among them, misspelt.
        const auto unknown = app.remaining();
        unknown.empty() ? app.exit(error) : app.exit(CLI::ExtrasError(unknown));
        return kRefused;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kGood : kRefused;  // --help and --version are not errors
    }
    try {
        return body();
    } catch (const std::exception& error) {
        return failed(error.what());
    }
}

void set_program_name(const std::string& name) {
    spdlog::set_default_logger(spdlog::stderr_logger_mt(name));
    spdlog::set_pattern("%H:%M:%S.%e %l %n: %v");
}

int failed(std::string_view text) {
    spdlog::error("{}", text);
    return kFailed;
}

int refused(std::string_view text) {
    spdlog::error("{}", text);
    return kRefused;
}

void write_event(const Json::Value& event) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "";
    std::puts(Json::writeString(writer, event).c_str());
    std::fflush(stdout);
}

void remember_signals() {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    std::signal(SIGPIPE, SIG_IGN);
}

std::string signal_name() {
    const int number = g_signal;
    return number == 0 ? std::string() : fmt::format("SIG{}", ::sigabbrev_np(number));
}

}  // namespace synchrono::program
