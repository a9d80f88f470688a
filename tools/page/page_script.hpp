/// The script that makes pages interactive, and the style that it needs. It plays, pans and zooms maps, shows
/// what is under the pointer, and sorts tables.
#pragma once

namespace synchrono::tools::page {

extern const char* const kPageScript;   // for page_end()
extern const char* const kScriptStyle;  // for page_head()

}  // namespace synchrono::tools::page
