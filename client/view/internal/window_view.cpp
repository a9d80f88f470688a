#include "client/view/internal/window_view.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <future>
#include <mutex>
#include <thread>

#include "client/view/internal/picture_file.hpp"
#include "client/view/internal/renderer.hpp"
#include "common/base/contract.hpp"
#include "common/base/doorbell.hpp"
#include "common/base/latest_value.hpp"

namespace synchrono::client::view {
namespace {

constexpr WallDuration kPassPeriod = WallDuration::milliseconds(15);
constexpr std::size_t kScenesAhead = 4;  // scenes that may wait to become pictures

class WindowView final : public View {
  public:
    explicit WindowView(const ViewSetup& setup) : setup_(setup) {}

    ~WindowView() override {
        stopping_.store(true, std::memory_order_release);
        bell_.ring();
        if (thread_.joinable()) thread_.join();
    }

    Result<void> open() {
        std::promise<Result<void>> opened;
        auto result = opened.get_future();
        thread_ = std::thread([this, &opened] { run(opened); });
        return result.get();
    }

    bool is_ready() const override {
        if (setup_.record.empty() || is_closed()) return true;
        const std::lock_guard lock(mutex_);
        return queue_.size() < kScenesAhead;
    }

    void show(const Scene& scene) override {
        if (is_closed()) return;
        if (setup_.record.empty()) {
            newest_.write(scene);
            bell_.ring();
            return;
        }
        {
            const std::lock_guard lock(mutex_);
            SYN_REQUIRE(queue_.size() < kScenesAhead);
            queue_.push_back(scene);
        }
        bell_.ring();
    }

    bool is_closed() const override { return closed_.load(std::memory_order_acquire); }

    Wish wish() const override {
        wishes_.read();
        return wishes_.held();
    }

    Result<std::uint64_t> finish() override {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return (queue_.empty() && !drawing_) || is_closed(); });
        if (!error_.empty()) return fail(error_);
        return number_;
    }

  private:
    void run(std::promise<Result<void>>& opened) {
        auto renderer = Renderer::open(
            setup_, setup_.record.empty() ? Renderer::Canvas::window : Renderer::Canvas::picture);
        if (!renderer) {
            close({});
            opened.set_value(tl::unexpected(renderer.error()));
            return;
        }
        opened.set_value({});
        const MonotonicClock clock;
        WallTime last = clock.now();
        std::uint64_t drawn = 0;
        while (true) {
            if (!(*renderer)->run()) return close({});
            wishes_.write((*renderer)->wish());
            if (setup_.record.empty()) {
                const bool is_new = newest_.read() != nullptr;
                has_scene_ |= is_new;
                const WallTime now = clock.now();
                const bool moved = (*renderer)->move((now - last).to_seconds());
                last = now;
                if (has_scene_ && (is_new || moved)) (*renderer)->draw(newest_.held());
            } else if (const auto scene = next()) {
                (*renderer)->draw(*scene);
                const auto file = setup_.record / fmt::format("{:06}.png", drawn);
                const auto written = write_picture((*renderer)->picture(), file);
                if (!written) return close(written.error().text);
                {
                    const std::lock_guard lock(mutex_);
                    drawing_ = false;
                    number_ = ++drawn;
                }
                changed_.notify_all();
                continue;  // another scene may be waiting
            }
            if (stopping_.load(std::memory_order_acquire)) return close({});
            bell_.wait(kPassPeriod);
        }
    }

    std::optional<Scene> next() {
        const std::lock_guard lock(mutex_);
        if (queue_.empty()) return std::nullopt;
        drawing_ = true;
        std::optional<Scene> scene(std::move(queue_.front()));
        queue_.pop_front();
        return scene;
    }

    void close(std::string_view error) {
        {
            const std::lock_guard lock(mutex_);
            if (error_.empty()) error_ = error;
            closed_.store(true, std::memory_order_release);
        }
        changed_.notify_all();
    }

    const ViewSetup setup_;
    std::thread thread_;
    std::atomic<bool> closed_ = false, stopping_ = false;
    Doorbell bell_;
    LatestValue<Scene> newest_;         // from the client to the drawing thread
    mutable LatestValue<Wish> wishes_;  // from the drawing thread to the client
    mutable std::mutex mutex_;          // guards the members up to the next blank line
    std::condition_variable changed_;
    std::deque<Scene> queue_;
    std::string error_;
    bool drawing_ = false;
    std::uint64_t number_ = 0;  // how many pictures have been written

    bool has_scene_ = false;  // a scene has come; used by the drawing thread alone
};

}  // namespace

Result<std::unique_ptr<View>> make_window_view(const ViewSetup& setup) {
    auto view = std::make_unique<WindowView>(setup);
    if (auto opened = view->open(); !opened) return tl::unexpected(opened.error());
    return view;
}

}  // namespace synchrono::client::view
