#include "common/net/sim/stream_pair.hpp"

#include <algorithm>
#include <array>
#include <deque>

#include "common/base/contract.hpp"

namespace synchrono::net::sim {

namespace {

struct Shared {
    StreamPairOptions options;
    std::uint64_t operations = 0;
    bool broken = false;
    std::array<std::deque<std::byte>, 2> on_the_way;  // to end 0, to end 1
    std::array<bool, 2> closed{};                     // by end 0, by end 1

    bool breaks_now() {
        ++operations;
        if (options.fail_at && operations >= *options.fail_at) broken = true;
        return broken;
    }
};

class End final : public Stream {
  public:
    End(std::shared_ptr<Shared> shared, std::size_t me) : shared_(std::move(shared)), me_(me) {}
    ~End() override { End::close(); }

    Io read_some(std::span<std::byte> into) override {
        SYN_REQUIRE(!into.empty());
        if (shared_->breaks_now() || shared_->closed[me_]) return {Status::closed, 0};
        auto& bytes = shared_->on_the_way[me_];
        if (bytes.empty()) return {shared_->closed[1 - me_] ? Status::closed : Status::would_block, 0};
        const std::size_t n = std::min({into.size(), bytes.size(), shared_->options.bytes_max});
        const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(n);
        std::copy(bytes.begin(), end, into.begin());
        bytes.erase(bytes.begin(), end);
        return {Status::ok, n};
    }

    Io write_some(ByteView from) override {
        SYN_REQUIRE(!from.empty());
        if (shared_->breaks_now() || shared_->closed[0] || shared_->closed[1]) return {Status::closed, 0};
        auto& bytes = shared_->on_the_way[1 - me_];
        const std::size_t room =
            shared_->options.buffer_bytes - std::min(bytes.size(), shared_->options.buffer_bytes);
        const std::size_t n = std::min({from.size(), room, shared_->options.bytes_max});
        if (n == 0) return {Status::would_block, 0};
        bytes.insert(bytes.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(n));
        return {Status::ok, n};
    }

    void close() override {
        shared_->closed[me_] = true;
        shared_->on_the_way[me_].clear();
    }

    void wait_readable(WallDuration) override {}

  private:
    std::shared_ptr<Shared> shared_;  // the last end destroys it
    std::size_t me_;
};

}  // namespace

std::pair<std::unique_ptr<Stream>, std::unique_ptr<Stream>> stream_pair(const StreamPairOptions& options) {
    SYN_REQUIRE(options.bytes_max > 0 && options.buffer_bytes > 0);
    auto shared = std::make_shared<Shared>();
    shared->options = options;
    return {std::make_unique<End>(shared, 0), std::make_unique<End>(shared, 1)};
}

}  // namespace synchrono::net::sim
