/// Contracts: conditions that must hold. A broken contract is a bug in Synchrono, so the program prints
/// where it happened and aborts, in release builds too. Errors that come from outside (a file, a peer, a
/// limit) are Result values instead, see result.hpp.
#pragma once

namespace synchrono {

/// Returns whether a contract has been broken, so that the program is about to abort. Whoever handles SIGABRT
/// must let it.
bool is_contract_broken();

/// Prints "<kind> failed: <text> (<file>:<line>)" to standard error and aborts.
[[noreturn]] void contract_failed(const char* kind, const char* text, const char* file, int line);

}  // namespace synchrono

/// Checks a condition that the caller must ensure.
#define SYN_REQUIRE(condition)    \
    (static_cast<bool>(condition) \
         ? static_cast<void>(0)   \
         : ::synchrono::contract_failed("requirement", #condition, __FILE__, __LINE__))

/// Checks a condition that the function itself promises.
#define SYN_ENSURE(condition)                            \
    (static_cast<bool>(condition) ? static_cast<void>(0) \
                                  : ::synchrono::contract_failed("promise", #condition, __FILE__, __LINE__))
