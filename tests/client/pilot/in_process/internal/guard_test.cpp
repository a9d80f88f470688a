// Proves that a guarded call comes back from crashes and from endless loops, and returns what happened. Also
// proves that the guard does not disturb signals, exceptions, further calls or other threads.
#include "client/pilot/in_process/internal/guard.hpp"

#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "common/base/contract.hpp"
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace synchrono::client::pilot::internal {
namespace {

constexpr WallDuration kLong = WallDuration::seconds(60);
constexpr WallDuration kShort = WallDuration::milliseconds(10);

volatile bool for_ever = true;
volatile std::uint64_t count = 0;

#if defined(SYN_THREAD_SANITIZER)
// The thread sanitizer holds signals back until it considers it safe to handle them, and within a guarded
// call it never does.
#define SKIP_WITHOUT_SIGNALS() GTEST_SKIP() << "the thread sanitizer holds signals back"
#else
#define SKIP_WITHOUT_SIGNALS() static_cast<void>(0)
#endif

TEST(Guard, LeavesGoodCallsAlone) {
    Guard guard({});
    int calls = 0;
    for (int i = 0; i < 3; ++i) {
        const auto mishap = guard.run(kLong, [&] { ++calls; });
        EXPECT_FALSE(mishap);
        EXPECT_EQ(mishap.to_text(), "");
    }
    EXPECT_EQ(calls, 3);
}

TEST(Guard, NamesTheSignalThatEndedACall) {
    SKIP_WITHOUT_SIGNALS();
    const std::pair<int, const char*> rows[] = {
        {SIGSEGV, "it crashed (segmentation fault)"},
        {SIGBUS, "it crashed (bus error)"},
        {SIGFPE, "it crashed (arithmetic error)"},
        {SIGILL, "it crashed (illegal instruction)"},
        {SIGTRAP, "it crashed (trap)"},
        {SIGABRT, "it crashed (abort: a failed assertion, or an exception that nothing catches)"},
    };
    Guard guard({});
    for (int round = 0; round < 3; ++round) {
        for (const auto& [signal, text] : rows) {
            volatile bool came_back = false;
            const auto mishap = guard.run(kLong, [&, number = signal] {
                raise(number);
                came_back = true;
            });
            EXPECT_EQ(mishap.kind, Mishap::Kind::crashed);
            EXPECT_EQ(mishap.to_text(), text);
            EXPECT_FALSE(came_back);
        }
    }
}

TEST(Guard, RestoresHowTheThreadComputes) {
    Guard guard({});
    const volatile double one = 1, three = 3;
    const double third = one / three;
    volatile double tiny = std::numeric_limits<double>::min();
    EXPECT_FALSE(guard.run(kLong, [] { std::fesetround(FE_UPWARD); }));
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    EXPECT_EQ(one / three, third);
#if defined(__x86_64__)
    EXPECT_FALSE(
        guard.run(kLong, [] { _mm_setcsr(_mm_getcsr() | 0x8040); }));  // smallest numbers become zero
    EXPECT_GT(tiny / 4, 0);
    ASSERT_EQ(std::fesetround(FE_DOWNWARD), 0);
    EXPECT_FALSE(guard.run(kLong, [] { std::fesetround(FE_UPWARD); }));
    EXPECT_EQ(std::fegetround(), FE_DOWNWARD) << "the state before the call comes back, whatever it was";
    std::fesetround(FE_TONEAREST);
#endif
}

TEST(Guard, LeavesNoSignalBlocked) {
    SKIP_WITHOUT_SIGNALS();
    sigset_t before, after;
    pthread_sigmask(SIG_BLOCK, nullptr, &before);
    Guard guard({});
    EXPECT_TRUE(guard.run(kLong, [] { raise(SIGSEGV); }));
    pthread_sigmask(SIG_BLOCK, nullptr, &after);
    for (int signal = 1; signal < SIGRTMAX; ++signal)
        EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal)) << signal;
}

TEST(Guard, RestoresTheRoundingMode) {
    SKIP_WITHOUT_SIGNALS();
    Guard guard({});
    EXPECT_TRUE(guard.run(kLong, [] {
        std::fesetround(FE_UPWARD);
        raise(SIGFPE);
    }));
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Guard, RestoresTheStateOfExceptions) {
    SKIP_WITHOUT_SIGNALS();
#if defined(SYN_ADDRESS_SANITIZER)
    GTEST_SKIP() << "an exception that a crash leaves behind is a leak";
#endif
    Guard guard({});
    EXPECT_TRUE(guard.run(kLong, [] {
        try {
            throw 7;
        } catch (int) {
            raise(SIGSEGV);
        }
    }));
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_EQ(std::current_exception(), nullptr);
    EXPECT_THROW(throw 8, int);
}

TEST(Guard, ACrashOutsideACallEndsTheProgram) {
    SKIP_WITHOUT_SIGNALS();
    // The program dies of the signal, or a sanitizer, whose handler was there before, ends it in its own way.
    const auto died = [](int status) { return WIFSIGNALED(status) || WEXITSTATUS(status) != 0; };
    EXPECT_EXIT(
        {
            Guard guard({});
            guard.run(kLong, [] {});
            raise(SIGBUS);
            std::exit(0);
        },
        died, "");
}

TEST(Guard, ABrokenContractOfOursIsNoCrashOfThePilot) {
    SKIP_WITHOUT_SIGNALS();
    EXPECT_EXIT(
        {
            Guard guard({});
            [[maybe_unused]] const auto mishap =
                guard.run(WallDuration::seconds(10), [] { SYN_REQUIRE(1 > 2); });
            std::_Exit(0);
        },
        ::testing::KilledBySignal(SIGABRT), "requirement failed: 1 > 2");
}

TEST(Guard, BreaksOutOfAnEndlessLoop) {
    SKIP_WITHOUT_SIGNALS();
    void* self = dlopen(nullptr, RTLD_NOW);
    Guard guard(code_of(self));
    const auto mishap = guard.run(kShort, [] {
        while (for_ever) count = count + 1;
    });
    EXPECT_EQ(mishap.kind, Mishap::Kind::hung);
    EXPECT_EQ(mishap.to_text(), "it did not return within 0.01 s");
    dlclose(self);
}

TEST(Guard, BreaksOutOfAnEndlessSleep) {
    SKIP_WITHOUT_SIGNALS();
    Guard guard({});
    const auto mishap = guard.run(kShort, [] {
        while (for_ever) pause();
    });
    EXPECT_EQ(mishap.kind, Mishap::Kind::hung);
}

TEST(Guard, DoesNotAddUpShortCalls) {
    Guard guard({});
    const MonotonicClock clock;
    const WallTime until = clock.now() + kShort * 4;
    while (clock.now() < until) EXPECT_FALSE(guard.run(kShort, [] { count = count + 1; }));
}

TEST(Guard, GuardsAnyThread) {
    SKIP_WITHOUT_SIGNALS();
    std::jthread other([] {
        Guard guard({});
        EXPECT_TRUE(guard.run(kLong, [] { raise(SIGSEGV); }));
        EXPECT_FALSE(guard.run(kLong, [] {}));
    });
    Guard guard({});
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(guard.run(kLong, [] {}));
}

TEST(Guard, FindsTheCodeOfALibrary) {
    void* self = dlopen(nullptr, RTLD_NOW);
    const Code code = code_of(self);
    ASSERT_FALSE(code.empty());
    const auto here = reinterpret_cast<std::uintptr_t>(&code_of);
    EXPECT_TRUE(std::any_of(code.begin(), code.end(),
                            [&](const CodeRange& r) { return here >= r.first && here < r.end; }));
    dlclose(self);
}

}  // namespace
}  // namespace synchrono::client::pilot::internal
