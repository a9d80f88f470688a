/// The script that makes pages move, and the style of what it moves: maps are played, zoomed and asked,
/// tables sort.
#pragma once

namespace synchrono::tools {

extern const char* const kPageScript;
extern const char* const kScriptStyle;

}  // namespace synchrono::tools
