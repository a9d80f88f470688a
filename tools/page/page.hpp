/// What the pages that Synchrono writes have in common: one look for light and dark, wide and narrow screens,
/// and nothing that is fetched from elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace synchrono::tools {

/// Everything up to and with <body>; `style` is added to the sheet that all pages share, whose colours are
/// the variables --page, --card, --ink, --soft, --line, --axis, and --c0 to --c7 for lines.
std::string page_head(std::string_view title, std::string_view style = {});

/// The script, if any, and the end.
std::string page_end(std::string_view script = {});

/// Text of a <script> element that holds data: JSON in which nothing ends the element.
std::string script_data(std::string_view json);

}  // namespace synchrono::tools
