#include "common/program/program.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <fmt/format.h>
#include <json/writer.h>
#include <memory>
#include <mutex>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <string.h>

#include "common/program/console.hpp"

namespace synchrono::program {

namespace {

volatile std::sig_atomic_t g_signal = 0;  // of a type that a signal handler may write
void on_signal(int number) { g_signal = number; }

/// Writes the program's log to standard error.
class ConsoleSink final : public spdlog::sinks::base_sink<std::mutex> {
  protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        std::string_view text(line.data(), line.size());
        while (text.ends_with('\n')) text.remove_suffix(1);
        // An error is often the last line of a program, so it is worth a wait.
        const bool written = write_console_line(
            2, text, message.level >= spdlog::level::err ? WallDuration::seconds(1) : WallDuration{});
        if (!written) ++dropped_;
        if (!written || dropped_ == 0) return;
        write_console_line(2, fmt::format("({} lines were dropped, because nobody read them)", dropped_));
        dropped_ = 0;
    }
    void flush_() override {}

  private:
    std::size_t dropped_ = 0;
};

}  // namespace

int run(CLI::App& app, int argc, char** argv, const std::function<int()>& body) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // If there are unknown arguments, prints these instead of the missing one: one of them may be the
        // missing argument, misspelt.
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
    auto logger = std::make_shared<spdlog::logger>(name, std::make_shared<ConsoleSink>());
    spdlog::set_default_logger(std::move(logger));
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

void write_event(const Json::Value& event, WallDuration wait_max) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "";
    write_console_line(1, Json::writeString(writer, event), wait_max);
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
