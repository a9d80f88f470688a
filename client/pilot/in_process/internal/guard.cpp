#include "client/pilot/in_process/internal/guard.hpp"

#include <algorithm>
#include <cfenv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/doorbell.hpp"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid  // the name that the manual uses
#endif

namespace synchrono::client::pilot::internal {
namespace {

constexpr std::array kFatal{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
constexpr int kChecksPerLimit = 6;  // how often the watch checks a guard within its limit
// The shortest and the longest pause of the watch between two checks.
constexpr WallDuration kPauseMin = WallDuration::milliseconds(1);
constexpr WallDuration kPauseMax = WallDuration::milliseconds(200);
// A timer of the kernel interrupts a hanging call at this interval, in the hope that one of the signals finds
// the call in the pilot's own code, where it holds no lock of the system's libraries. After kElsewhereMax
// signals the call is abandoned wherever it is. The watch does not send the signals itself, since it seldom
// runs on a busy machine.
constexpr long kAskEvery_ns = 50'000;
constexpr int kElsewhereMax = 1'000;
constexpr std::size_t kAltStackBytes = 64 << 10;

/// Returns the signal that interrupts a hanging call. Nobody else is likely to use it.
int leave_signal() { return SIGRTMAX - 2; }

constinit thread_local Guard* current = nullptr;  // the guard whose call is under way in this thread

/// A second stack for the signal handlers of a thread: if the thread's own stack is full, no handler can run
/// on it.
class AltStack {
  public:
    AltStack() {
        stack_t old{};
        if (sigaltstack(nullptr, &old) != 0 || (old.ss_flags & SS_DISABLE) == 0) return;  // has one already
        memory_ = std::make_unique<std::byte[]>(kAltStackBytes);
        stack_t mine{};
        mine.ss_sp = memory_.get();
        mine.ss_size = kAltStackBytes;
        sigaltstack(&mine, nullptr);
    }
    ~AltStack() {
        if (!memory_) return;
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, nullptr);
    }
    void touch() const {}

  private:
    std::unique_ptr<std::byte[]> memory_;
};
thread_local const AltStack alt_stack;

std::uintptr_t program_counter([[maybe_unused]] void* context) {
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
    return 0;
#endif
}

/// Returns how long a thread has waited for a processor since the thread began; 0 if the kernel does not say.
std::int64_t queued_ns(pid_t thread) {
    char name[64], text[96] = {};
    std::snprintf(name, sizeof name, "/proc/self/task/%d/schedstat", static_cast<int>(thread));
    const int file = ::open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t bytes = ::read(file, text, sizeof text - 1);
    ::close(file);
    long long ran = 0, queued = 0;
    return bytes > 0 && std::sscanf(text, "%lld %lld", &ran, &queued) == 2 ? queued : 0;
}

/// Returns whether the address is near the end of this thread's stack, as it is after an overflow.
bool is_at_end_of_stack(std::uintptr_t address) {
    constexpr std::uintptr_t kNear = 1 << 20;  // bytes
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    void* low = nullptr;
    std::size_t bytes = 0;
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    const auto end = reinterpret_cast<std::uintptr_t>(low);
    return address + kNear > end && address < end + kNear;
}

const char* name_of(const Mishap& crash) {
    switch (crash.signal) {
        case SIGSEGV:
            return is_at_end_of_stack(crash.address) ? "stack overflow" : "segmentation fault";
        case SIGBUS:
            return "bus error";
        case SIGFPE:
            return crash.code == FPE_INTDIV ? "division by zero" : "arithmetic error";
        case SIGILL:
            return "illegal instruction";
        case SIGABRT:
            return "abort: a failed assertion, or an exception that nothing catches";
        default:
            return "trap";
    }
}

}  // namespace

/// The signal handlers of this process. They stay installed. A fatal signal outside a guarded call is passed
/// on to the handler that was installed before.
struct Signals {
    static void install() {
        static const bool once = [] {
            // SA_NODEFER leaves the signal mask unchanged, so a jump out of the handler need not restore it.
            for (std::size_t i = 0; i < kFatal.size(); ++i) set(kFatal[i], fatal, SA_NODEFER, &before[i]);
            // This signal stays blocked while it is handled, since it may come faster than a slow machine can
            // handle it.
            set(leave_signal(), leave, 0, nullptr);
            return true;
        }();
        SYN_ENSURE(once);
    }

  private:
    static void set(int signal, void (*handler)(int, siginfo_t*, void*), int flags, struct sigaction* old) {
        struct sigaction action {};
        action.sa_sigaction = handler;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | flags;
        sigemptyset(&action.sa_mask);
        SYN_ENSURE(sigaction(signal, &action, old) == 0);
    }

    static void fatal(int signal, siginfo_t* info, void* context) {
        // A pilot may call functions of ours. If one of these breaks a contract, that is our bug, not the
        // pilot's.
        if (Guard* guard = current; guard != nullptr && !is_contract_broken()) {
            guard->mishap_ = {.kind = Mishap::Kind::crashed,
                              .signal = signal,
                              .code = info->si_code,
                              .address = reinterpret_cast<std::uintptr_t>(info->si_addr)};
            siglongjmp(guard->place_, 1);
        }
        const auto at =
            static_cast<std::size_t>(std::find(kFatal.begin(), kFatal.end(), signal) - kFatal.begin());
        const struct sigaction& old = before[at];
        if ((old.sa_flags & SA_SIGINFO) != 0) return old.sa_sigaction(signal, info, context);
        if (old.sa_handler == SIG_IGN && info->si_code <= 0) return;  // sent by a process, not a fault
        if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) return old.sa_handler(signal);
        // Before us nobody handled this signal, so the process dies of it, as it would have without us.
        struct sigaction standard {};
        standard.sa_handler = SIG_DFL;
        sigaction(signal, &standard, nullptr);
        raise(signal);
    }

    static void leave(int, siginfo_t*, void* context) {
        Guard* guard = current;
        if (guard == nullptr) return;
        const std::uint64_t entry = guard->entry_.load(std::memory_order_relaxed);
        if (guard->abandoned_entry_.load(std::memory_order_relaxed) != entry)
            return;  // the call has returned
        const std::uintptr_t here = program_counter(context);
        const bool at_home =
            std::any_of(guard->code_.begin(), guard->code_.end(),
                        [&](const CodeRange& range) { return here >= range.first && here < range.end; });
        if (!at_home && ++guard->interrupts_outside_ < kElsewhereMax) return;
        guard->mishap_ = {
            .kind = Mishap::Kind::hung,
            .limit = WallDuration::nanoseconds(guard->limit_ns_.load(std::memory_order_relaxed))};
        siglongjmp(guard->place_, 1);
    }

    static inline std::array<struct sigaction, kFatal.size()> before{};
};

/// The thread that finds hanging calls; all guards of the process share one Watch.
/// Threading: any thread adds and removes.  Owns: the thread; borrows the guards.
class Watch {
  public:
    static std::shared_ptr<Watch> shared() {
        static std::mutex mutex;
        static std::weak_ptr<Watch> known;
        const std::lock_guard lock(mutex);
        auto watch = known.lock();
        if (!watch) known = watch = std::make_shared<Watch>();
        return watch;
    }
    Watch() : thread_([this](const std::stop_token& stop) { run(stop); }) {}
    ~Watch() {
        thread_.request_stop();
        bell_.ring();
        thread_.join();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    void add(Guard& guard) {
        const std::lock_guard lock(mutex_);
        guards_.push_back(&guard);
    }
    void remove(Guard& guard) {
        const std::lock_guard lock(mutex_);
        std::erase(guards_, &guard);
        stop_interrupts(guard.seen_);
    }
    /// Makes the watch check often enough for calls with this limit.
    void check_as_often_as(WallDuration limit) {
        const std::int64_t pause = std::clamp(limit / kChecksPerLimit, kPauseMin, kPauseMax).count_ns();
        if (pause >= pause_ns_.load(std::memory_order_relaxed)) return;
        pause_ns_.store(pause, std::memory_order_relaxed);
        bell_.ring();
    }

  private:
    void run(const std::stop_token& stop) {
        sigset_t all;  // the other threads handle the signals
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        const MonotonicClock clock;
        WallTime before = clock.now();
        bool hangs = false;
        while (!stop.stop_requested()) {
            const auto pause =
                hangs ? kPauseMin : WallDuration::nanoseconds(pause_ns_.load(std::memory_order_relaxed));
            bell_.wait(pause);
            const WallTime now = clock.now();
            // If this thread woke up late, the other threads probably ran late as well, so at most two pauses
            // are counted.
            const WallDuration passed = std::min(now - before, pause * 2);
            before = now;
            hangs = false;
            const std::lock_guard lock(mutex_);
            for (Guard* guard : guards_) hangs = check(*guard, passed) || hangs;
        }
    }

    static void stop_interrupts(Guard::Seen& seen) {
        if (seen.asking) timer_delete(*seen.asking);
        seen.asking.reset();
    }

    /// Checks one guard, `passed` after the last check; returns whether the guard's call hangs.
    static bool check(Guard& guard, WallDuration passed) {
        Guard::Seen& seen = guard.seen_;
        const std::uint64_t entry = guard.entry_.load(std::memory_order_acquire);
        if (entry != seen.entry) stop_interrupts(seen);
        if (entry % 2 == 0) {
            seen.entry = entry;
            return false;
        }
        if (entry != seen.entry) {
            seen = {.entry = entry, .lasted = {}, .queued_ns = {}, .asking = {}};
            return false;
        }
        // The rest of the check costs more, but nearly every call is over before it is checked twice.
        const pid_t thread = guard.thread_.load(std::memory_order_relaxed);
        const std::int64_t queued = queued_ns(thread);
        const auto before = std::exchange(seen.queued_ns, queued);
        if (!before) return false;
        const WallDuration waited = WallDuration::nanoseconds(queued - *before);
        if (passed > waited) seen.lasted = seen.lasted + (passed - waited);
        if (seen.lasted.count_ns() < guard.limit_ns_.load(std::memory_order_relaxed)) return false;
        if (seen.asking) return true;
        guard.abandoned_entry_.store(entry, std::memory_order_relaxed);
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = leave_signal();
        event.sigev_notify_thread_id = thread;
        timer_t timer{};
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return true;  // the next check tries again
        const itimerspec often{.it_interval = {0, kAskEvery_ns}, .it_value = {0, kAskEvery_ns}};
        timer_settime(timer, 0, &often, nullptr);
        seen.asking = timer;
        return true;
    }

    std::mutex mutex_;
    std::vector<Guard*> guards_;
    std::atomic<std::int64_t> pause_ns_{kPauseMax.count_ns()};
    Doorbell bell_;
    std::jthread thread_;  // declared last, since it uses all members above
};

Guard::Guard(Code code) : code_(std::move(code)), watch_(Watch::shared()) {
    Signals::install();
    watch_->add(*this);
}

Guard::~Guard() { watch_->remove(*this); }

Mishap Guard::run(WallDuration limit, void (*call)(void*), void* context) {
    static thread_local const pid_t thread = ::gettid();
    alt_stack.touch();
    SYN_REQUIRE(current == nullptr);
    mishap_ = {};
    interrupts_outside_ = 0;
    thread_.store(thread, std::memory_order_relaxed);
    limit_ns_.store(limit.count_ns(), std::memory_order_relaxed);
    watch_->check_as_often_as(limit);
    // The C++ runtime's record of the exceptions under way in this thread. It is restored if the pilot is
    // abandoned while it handles an exception. The layout is that of __cxa_eh_globals.
    struct Exceptions {
        void* caught;
        unsigned uncaught;
    };
    Exceptions exceptions;
    std::memcpy(&exceptions, abi::__cxa_get_globals(), sizeof exceptions);
    // A pilot may change how this thread rounds, or whether it treats the smallest numbers as zero; a library
    // that was compiled with -ffast-math does so when it is loaded. Other agents compute in the same thread.
    std::fenv_t arithmetic;
    std::fegetenv(&arithmetic);
    const std::uint64_t entry = entry_.load(std::memory_order_relaxed);
    if (sigsetjmp(place_, 0) == 0) {
        current = this;
        entry_.store(entry + 1, std::memory_order_release);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        call(context);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        current = nullptr;
    } else {
        current = nullptr;
        // If this was a hang, the jump out of the handler has left the handler's own signal blocked.
        sigset_t mask;
        sigemptyset(&mask);
        sigaddset(&mask, leave_signal());
        pthread_sigmask(SIG_UNBLOCK, &mask, nullptr);
        std::memcpy(abi::__cxa_get_globals(), &exceptions, sizeof exceptions);
    }
    std::fesetenv(&arithmetic);
    entry_.store(entry_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    return mishap_;
}

std::string Mishap::to_text() const {
    switch (kind) {
        case Kind::none:
            return {};
        case Kind::crashed:
            return fmt::format("it crashed ({})", name_of(*this));
        case Kind::hung:
            return fmt::format("it did not return within {} s", limit.to_seconds());
    }
    return {};
}

Code code_of(void* handle) {
    struct Search {
        link_map* map = nullptr;
        Code code;
    } search;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &search.map) != 0 || search.map == nullptr) return {};
    dl_iterate_phdr(
        [](dl_phdr_info* library, std::size_t, void* context) {
            auto& wanted = *static_cast<Search*>(context);
            if (library->dlpi_addr != wanted.map->l_addr) return 0;
            for (int i = 0; i < library->dlpi_phnum; ++i) {
                const auto& part = library->dlpi_phdr[i];
                if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
                const std::uintptr_t first = library->dlpi_addr + part.p_vaddr;
                wanted.code.push_back({first, first + part.p_memsz});
            }
            return 1;
        },
        &search);
    return search.code;
}

}  // namespace synchrono::client::pilot::internal
