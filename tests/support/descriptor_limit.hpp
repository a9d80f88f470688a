/// Limits how many files this process may have open; the destructor restores the old limit.
#pragma once

#include <sys/resource.h>

namespace synchrono::testing {

struct DescriptorLimit {
    DescriptorLimit() { ::getrlimit(RLIMIT_NOFILE, &before); }
    DescriptorLimit(const DescriptorLimit&) = delete;
    ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before); }
    bool set(rlim_t n) const {
        rlimit limit = before;
        limit.rlim_cur = n;
        return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
    }
    rlimit before{};
};

}  // namespace synchrono::testing
