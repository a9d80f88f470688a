/// The script that makes pages interactive, and the style that it needs. It plays, pans and zooms maps, shows
/// what is under the pointer, and sorts tables.
#pragma once

namespace synchrono::tools {

extern const char* const kPageScript;
extern const char* const kScriptStyle;

}  // namespace synchrono::tools
