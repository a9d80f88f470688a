/// The head and the end of every HTML page that Synchrono writes, with one style sheet for light and dark,
/// wide and narrow screens. Pages fetch nothing from elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace synchrono::tools::page {

/// Returns everything up to and including <body>. `style` is added to the style sheet that all pages share;
/// its colours are the variables --page, --card, --ink, --soft, --line, --axis, and --c0 to --c7 for lines.
std::string page_head(std::string_view title, std::string_view style = {});

/// Returns the script, if any, and the closing tags.
std::string page_end(std::string_view script = {});

/// Returns the JSON with each '<' escaped, so that no text in the JSON can end the <script> element around
/// it.
std::string script_data(std::string_view json);

}  // namespace synchrono::tools::page
