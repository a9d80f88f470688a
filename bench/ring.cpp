/// Measures how many records of the size of a state pass from one thread to another in a second. The threads
/// are pinned to two processors. SpscRecordRing, through which our programs pass records of any length, is
/// compared with boost::lockfree::spsc_queue of the same capacity, whose values all have one size. Rounds of
/// the two alternate, and medians are compared.
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

#include "bench/median.hpp"
#include "bench/table.hpp"
#include "common/base/contract.hpp"
#include "common/base/spsc_record_ring.hpp"
#include "common/time/wall_clock.hpp"

namespace {

using namespace synchrono;
using bench::median;

constexpr std::size_t kRecordBytes = 200;  // about those of a state with its header
constexpr std::size_t kCapacity = 10'082;  // records: so many fit into the 2 MiB to which our ring rounds
constexpr std::uint64_t kMessages = 5'000'000;
constexpr int kRounds = 7;

using Record = std::array<std::uint64_t, kRecordBytes / 8>;

class Ours {
  public:
    bool push(const Record& record) {
        const auto place = ring_.reserve(sizeof record);
        if (place.empty()) return false;
        std::memcpy(place.data(), &record, sizeof record);
        ring_.commit();
        return true;
    }
    bool pop(Record& record) {
        const ByteView front = ring_.front();
        if (front.empty()) return false;
        std::memcpy(&record, front.data(), sizeof record);
        ring_.pop();
        return true;
    }

  private:
    SpscRecordRing ring_{kCapacity * (kRecordBytes + SpscRecordRing::kHeadBytes)};
};
using Theirs = boost::lockfree::spsc_queue<Record, boost::lockfree::capacity<kCapacity>>;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

template <typename Queue>
void send_all(Queue& queue) {
    Record record{};
    for (std::uint64_t i = 0; i < kMessages; ++i) {
        record.front() = record.back() = i;
        while (!queue.push(record)) relax();
    }
}
template <typename Queue>
std::uint64_t receive_all(Queue& queue) {
    std::uint64_t sum = 0;
    Record record{};
    for (std::uint64_t i = 0; i < kMessages; ++i) {
        while (!queue.pop(record)) relax();
        SYN_ENSURE(record.front() == record.back());
        sum += record.front();
    }
    return sum;
}

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
double measure(int from_cpu, int to_cpu) {
    const auto queue = std::make_unique<Queue>();
    std::atomic<bool> go{false};
    std::jthread sender([&] {
        pin_to(from_cpu);
        go.store(true);
        send_all(*queue);
    });
    pin_to(to_cpu);
    while (!go.load()) relax();
    const MonotonicClock clock;
    const WallTime start = clock.now();
    const std::uint64_t sum = receive_all(*queue);
    const double seconds = (clock.now() - start).to_seconds();
    SYN_ENSURE(sum == kMessages * (kMessages - 1) / 2);
    return static_cast<double>(kMessages) / seconds * 1e-6;
}

}  // namespace

int main() {
    const std::vector<int> cpus = allowed_cpus();
    if (cpus.size() < 2) {
        fmt::print(stderr, "ring: needs two processors, this machine allows {}\n", cpus.size());
        return 0;
    }
    const int from = cpus[0];
    const int to = cpus[1];
    std::vector<double> ours, theirs;
    for (int round = 0; round < kRounds; ++round) {
        ours.push_back(measure<Ours>(from, to));
        theirs.push_back(measure<Theirs>(from, to));
    }
    fmt::print(stderr,
               "ring: records of {} bytes between processors {} and {}, room for {}, median of {} rounds\n",
               kRecordBytes, from, to, kCapacity, kRounds);
    const bench::Table table({"SpscRecordRing", "boost::lockfree::spsc_queue", "ratio"});
    table.row({fmt::format("{:.1f} M/s", median(ours)), fmt::format("{:.1f} M/s", median(theirs)),
               fmt::format("{:.2f}", median(ours) / median(theirs))});
    return 0;
}
