#include "common/base/contract.hpp"

#include <cstdio>
#include <cstdlib>

namespace synchrono {

void contract_failed(const char* kind, const char* text, const char* file, int line) {
    std::fprintf(stderr, "%s failed: %s (%s:%d)\n", kind, text, file, line);
    std::abort();
}

}  // namespace synchrono
