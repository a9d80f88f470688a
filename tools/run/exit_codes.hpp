/// Exit codes of the commands that take a scenario: `synchrono run`, `synchrono sweep` and `synchrono
/// resolve`.
#pragma once

namespace synchrono::tools::run {

inline constexpr int kRunGood = 0;
inline constexpr int kRunBad = 1;    ///< the run was not good, or its report could not be written
inline constexpr int kRunUsage = 2;  ///< the command line or the scenario is wrong; nothing was started
inline constexpr int kRunInterrupted = 130;  ///< by SIGINT, SIGTERM or SIGHUP

}  // namespace synchrono::tools::run
