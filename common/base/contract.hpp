/// Contracts: what must hold. A broken one is a mistake of ours, so the program says where and stops, in
/// release builds too. Errors of the world (a file, a peer, a limit) are Result values instead, see
/// result.hpp.
#pragma once

namespace synchrono {

/// Prints "<kind> failed: <text> (<file>:<line>)" to standard error and aborts.
[[noreturn]] void contract_failed(const char* kind, const char* text, const char* file, int line);

}  // namespace synchrono

/// What a caller owes.
#define SYN_REQUIRE(condition)    \
    (static_cast<bool>(condition) \
         ? static_cast<void>(0)   \
         : ::synchrono::contract_failed("requirement", #condition, __FILE__, __LINE__))

/// What a function owes.
#define SYN_ENSURE(condition)                            \
    (static_cast<bool>(condition) ? static_cast<void>(0) \
                                  : ::synchrono::contract_failed("promise", #condition, __FILE__, __LINE__))
