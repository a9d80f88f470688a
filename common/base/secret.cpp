#include "common/base/secret.hpp"

#include <cerrno>
#include <sys/random.h>

#include "common/base/contract.hpp"

namespace synchrono {

Secret make_secret() {
    Secret secret;
    // Once its generator is ready, the kernel returns up to 256 bytes in one piece. Before that, a signal may
    // interrupt the call.
    ssize_t got = 0;
    do got = ::getrandom(secret.data(), secret.size(), 0);
    while (got < 0 && errno == EINTR);
    SYN_ENSURE(got == static_cast<ssize_t>(secret.size()));
    return secret;
}

}  // namespace synchrono
