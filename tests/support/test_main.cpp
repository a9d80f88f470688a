/// Runs the tests of every test program. Also ends a program that starts a thread although the CMake file
/// does not say THREADS in the program's syn_test. Only programs with THREADS run under the thread sanitizer.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gmock/gmock.h>

#if !defined(SYN_ADDRESS_SANITIZER) && !defined(SYN_THREAD_SANITIZER)
#include <dlfcn.h>
#include <pthread.h>

namespace {
bool threads_are_welcome() {
    const char* threads = std::getenv("SYN_TEST_THREADS");
    return threads == nullptr || std::strcmp(threads, "none") != 0;
}
}  // namespace

/// Replaces the C library's function, and calls that function if the program may start threads.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*begin)(void*),
                              void* argument) {
    static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    if (!threads_are_welcome()) {
        std::fputs("This test program starts a thread, but its syn_test does not say THREADS.\n", stderr);
        std::abort();
    }
    return real(thread, attributes, begin, argument);
}
#endif

int main(int argc, char** argv) {
    testing::InitGoogleMock(&argc, argv);
    return RUN_ALL_TESTS();
}
