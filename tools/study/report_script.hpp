/// What makes the report's page move: its map is played, zoomed and asked, its tables sort.
#pragma once

namespace synchrono::tools {

extern const char* const kReportScript;
extern const char* const kReportStyle;

}  // namespace synchrono::tools
