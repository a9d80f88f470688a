/// Measures how many messages per second pass from one thread to another, one by one and in batches. The
/// threads are pinned to two processors. SpscRing is compared with boost::lockfree::spsc_queue of the same
/// capacity. Rounds of the two alternate, and medians are compared.
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

#include "bench/median.hpp"
#include "common/base/contract.hpp"
#include "common/base/spsc_ring.hpp"
#include "common/time/wall_clock.hpp"

namespace {

using namespace synchrono;
using bench::median;

constexpr std::size_t kCapacity = 16'384;
constexpr std::size_t kBatch = 64;
constexpr std::uint64_t kMessages = 20'000'000;
constexpr int kRounds = 7;

using Batch = std::array<std::uint64_t, kBatch>;

class Ours {
  public:
    bool push(std::uint64_t value) { return ring_.try_push(value); }
    bool pop(std::uint64_t& value) { return ring_.try_pop(value); }
    std::size_t push(const std::uint64_t* values, std::size_t n) { return ring_.push({values, n}); }
    std::size_t pop(std::uint64_t* values, std::size_t n) { return ring_.pop({values, n}); }

  private:
    SpscRing<std::uint64_t> ring_{kCapacity};
};
using Theirs = boost::lockfree::spsc_queue<std::uint64_t, boost::lockfree::capacity<kCapacity>>;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

template <typename Queue>
void send_each(Queue& queue) {
    for (std::uint64_t i = 0; i < kMessages; ++i) {
        while (!queue.push(i)) relax();
    }
}
template <typename Queue>
std::uint64_t receive_each(Queue& queue) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < kMessages; ++i) {
        std::uint64_t value = 0;
        while (!queue.pop(value)) relax();
        sum += value;
    }
    return sum;
}
template <typename Queue>
void send_batches(Queue& queue) {
    Batch batch;
    for (std::uint64_t i = 0; i < kMessages; i += kBatch) {
        for (std::size_t k = 0; k < kBatch; ++k) batch[k] = i + k;
        for (std::size_t done = 0; done < kBatch;) {
            const std::size_t n = queue.push(batch.data() + done, kBatch - done);
            if (n == 0) relax();
            done += n;
        }
    }
}
template <typename Queue>
std::uint64_t receive_batches(Queue& queue) {
    Batch batch;
    std::uint64_t sum = 0;
    for (std::uint64_t received = 0; received < kMessages;) {
        const std::size_t n = queue.pop(batch.data(), kBatch);
        if (n == 0) relax();
        for (std::size_t k = 0; k < n; ++k) sum += batch[k];
        received += n;
    }
    return sum;
}
static_assert(kMessages % kBatch == 0);

void pin_to(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    SYN_REQUIRE(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
}

std::vector<int> allowed_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    SYN_REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
    return cpus;
}

/// Returns millions of messages per second, from the first push to the last pop.
template <typename Queue>
double measure(int from_cpu, int to_cpu, void (*send)(Queue&), std::uint64_t (*receive)(Queue&)) {
    const auto queue = std::make_unique<Queue>();
    std::atomic<bool> go{false};
    std::jthread sender([&] {
        pin_to(from_cpu);
        go.store(true);
        send(*queue);
    });
    pin_to(to_cpu);
    while (!go.load()) relax();
    const MonotonicClock clock;
    const WallTime start = clock.now();
    const std::uint64_t sum = receive(*queue);
    const double seconds = (clock.now() - start).to_seconds();
    SYN_ENSURE(sum == kMessages * (kMessages - 1) / 2);
    return static_cast<double>(kMessages) / seconds * 1e-6;
}

}  // namespace

int main() {
    const std::vector<int> cpus = allowed_cpus();
    if (cpus.size() < 2) {
        fmt::print("ring: needs two processors, this machine allows {}\n", cpus.size());
        return 0;
    }
    const int from = cpus[0];
    const int to = cpus[1];
    std::array<std::vector<double>, 4> rates;
    for (int round = 0; round < kRounds; ++round) {
        rates[0].push_back(measure<Ours>(from, to, send_each, receive_each));
        rates[1].push_back(measure<Theirs>(from, to, send_each, receive_each));
        rates[2].push_back(measure<Ours>(from, to, send_batches, receive_batches));
        rates[3].push_back(measure<Theirs>(from, to, send_batches, receive_batches));
    }
    fmt::print("ring: 8-byte messages between processors {} and {}, capacity {}, median of {} rounds\n", from,
               to, kCapacity, kRounds);
    fmt::print("  {:<14} {:>14} {:>14} {:>7}\n", "", "SpscRing", "spsc_queue", "ratio");
    for (int i = 0; i < 2; ++i) {
        const double ours = median(rates[2 * i]);
        const double theirs = median(rates[2 * i + 1]);
        fmt::print("  {:<14} {:>10.1f} M/s {:>10.1f} M/s {:>7.2f}\n", i == 0 ? "one by one" : "batches of 64",
                   ours, theirs, ours / theirs);
    }
    return 0;
}
