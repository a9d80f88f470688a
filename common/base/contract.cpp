#include "common/base/contract.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace synchrono {

static std::atomic<bool> broken = false;

bool is_contract_broken() { return broken; }

void contract_failed(const char* kind, const char* text, const char* file, int line) {
    broken = true;
    std::fprintf(stderr, "%s failed: %s (%s:%d)\n", kind, text, file, line);
    std::abort();
}

}  // namespace synchrono
