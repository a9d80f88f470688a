#include "tools/page/page.hpp"

#include <fmt/format.h>

#include "tools/page/svg_plot.hpp"

namespace synchrono::tools::page {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --page: #f7f7f5; --card: #fdfdfc; --ink: #1b1b19; --soft: #5c5b56; --line: #e2e1dc;
  --axis: #b9b8b1; --c0: #2a78d6; --c1: #d9620f; --c2: #1a9f70; --c3: #7a4cc9; --c4: #c93b6f; --c5: #8a6d00;
  --c6: #3d8f96; --c7: #6b6a65; --heard: #2a78d6; --altered: #7a4cc9; --weak: #eda100; --collision: #d8413f;
  --sending: #f2a3a0; --blocked: #8c6a4f; --fault: #b0399b; --shed: #4f7f3a; --range: #c9c8c2; --unknown: #8b8a84; }
@media (prefers-color-scheme: dark) { :root { --page: #121211; --card: #1b1b1a; --ink: #f2f1ec; --soft: #b3b2aa;
  --line: #31312e; --axis: #55544f; --c0: #4b94ea; --c1: #ec8142; --c2: #2bb384; --c3: #a386ea; --c4: #e76a97;
  --c5: #c9a227; --c6: #5fb4bb; --c7: #a3a29a; --heard: #3987e5; --altered: #a386ea; --weak: #c98500;
  --collision: #e66767; --sending: #8f4a49; --blocked: #b08b6d; --fault: #cf6bbd; --shed: #7cab66; --range: #45443f;
  --unknown: #77766f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1240px; padding: 28px 20px 60px; background: var(--page); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; } h2 { font-size: 18px; margin: 34px 0 10px; }
h3 { font-size: 15px; margin: 0; } p { margin: 2px 0; color: var(--soft); font-size: 13px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 12px; margin: 20px 0; }
.tiles div, figure, .table { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.tiles div { padding: 12px 14px; } .tiles b { display: block; font-size: 22px; font-weight: 600; }
.tiles span { color: var(--soft); font-size: 13px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(460px, 100%), 1fr)); gap: 16px; }
figure { margin: 0; padding: 14px 14px 8px; display: flex; flex-direction: column; } svg { width: 100%; margin-top: auto; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; margin: 8px 0; min-height: 20px; }
.legend i { display: inline-block; width: 16px; height: 3px; border-radius: 2px; margin-right: 6px;
  vertical-align: middle; } .legend i.box { width: 11px; height: 11px; } i.faint { opacity: .5; }
text { font: 12px system-ui, sans-serif; fill: var(--soft); } .end { text-anchor: end; } .mid { text-anchor: middle; }
.grid { stroke: var(--line); } .tick, .axis { stroke: var(--axis); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .line.faint { opacity: .5; stroke-width: 1.5; }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: right; padding: 6px 12px; border-bottom: 1px solid var(--line); white-space: nowrap;
  font-variant-numeric: tabular-nums; } tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 500; } th:first-child, td:first-child { text-align: left; }
)";

}  // namespace

std::string page_head(std::string_view title, std::string_view style) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n<style>{}{}</style></head><body>\n",
        escape_html(title), kStyle, style);
}

std::string page_end(std::string_view script) {
    return (script.empty() ? "" : fmt::format("<script>{}</script>\n", script)) + "</body></html>\n";
}

std::string script_data(std::string_view json) {
    std::string safe;
    for (const char c : json) {
        if (c == '<') {
            safe += "\\u003c";
        } else {
            safe += c;
        }
    }
    return safe;
}

}  // namespace synchrono::tools::page
