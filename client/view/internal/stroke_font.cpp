#include "client/view/internal/stroke_font.hpp"

namespace synchrono::client::view {
namespace {

// A letter and its lines. A line is a string of points with two digits each: x from 0 to 4; and y, which is 0
// at the foot of a 'g', 2 on the base line, 6 at the top of an 'x' and 8 at the top of a capital letter. A
// space ends a line.
struct Glyph {
    char letter;
    std::string_view lines;
};
constexpr Glyph kGlyphs[] = {
    {'A', "022842 1535"},
    {'B', "02083837463606 364443320212"},
    {'C', "4738180703123243"},
    {'D', "0208283746443202"},
    {'E', "48080242 0535"},
    {'F', "480802 0535"},
    {'G', "4738180703123243453525"},
    {'H', "0802 4842 0545"},
    {'I', "1838 2822 1232"},
    {'J', "4843321203"},
    {'K', "0802 4805 0542"},
    {'L', "080242"},
    {'M', "0208254842"},
    {'N', "02084248"},
    {'O',
     "1807031232434738"
     "18"},
    {'P', "02083847463505"},
    {'Q', "180703123243473818 2442"},
    {'R', "02083847463505 2542"},
    {'S', "473818070615354443321203"},
    {'T', "0848 2822"},
    {'U', "080312324348"},
    {'V', "082248"},
    {'W', "0812263248"},
    {'X', "0842 0248"},
    {'Y', "082548 2522"},
    {'Z', "08480242"},
    {'a', "0616354542 441403122243"},
    {'b',
     "0802 0516364533"
     "22"
     "02"},
    {'c', "46160503123242"},
    {'d', "4842 4536160503122243"},
    {'e',
     "0444453616050312"
     "3243"},
    {'f',
     "382817"
     "12 0636"},
    {'g',
     "4640311000 45361605041333"
     "44"},
    {'h',
     "0802 051636"
     "4542"},
    {'i', "2622 2728"},
    {'j', "26211001 2728"},
    {'k', "0802 4604 1442"},
    {'l',
     "18281322"
     "32"},
    {'m',
     "0206 05162522 253645"
     "42"},
    {'n',
     "0206 05163645"
     "42"},
    {'o', "160503123243453616"},
    {'p',
     "0006 051636454332"
     "1203"},
    {'q',
     "4046 453616050312"
     "3243"},
    {'r', "0206 04162636"},
    {'s',
     "4636160514344332"
     "02"},
    {'t', "18132232 0636"},
    {'u',
     "06031222"
     "43 4642"},
    {'v', "062246"},
    {'w', "0612243246"},
    {'x', "0642 0246"},
    {'y', "0622 4610"},
    {'z', "06460242"},
    {'0', "180703123243473818 1337"},
    {'1', "162822 1232"},
    {'2',
     "071838474604"
     "0242"},
    {'3',
     "0718384746352515 3544433212"
     "03"},
    {'4',
     "3238"
     "0444"},
    {'5',
     "48080535444332"
     "1203"},
    {'6', "4738180703123243443505"},
    {'7', "084812"},
    {'8',
     "1807061535464738"
     "18 15040312324344"
     "35"},
    {'9',
     "0312324347381807"
     "061545"},
    {'.', "2223"},
    {',', "231200"},
    {':', "2223 2526"},
    {';', "2526 2311"},
    {'-', "0545"},
    {'_', "0242"},
    {'/', "0248"},
    {'\\', "0842"},
    {'+', "0545 2327"},
    {'%',
     "0248 0807171808 3343"
     "423233"},
    {'(', "38161432"},
    {')', "18363412"},
    {'[', "38181232"},
    {']', "18383212"},
    {'<', "480542"},
    {'>', "084502"},
    {'=', "0646 0444"},
    {'\'', "2826"},
    {'"', "1816 3836"},
    {'#', "1812 3832 0646 0444"},
    {'*', "2327 0446 0644"},
    {'!', "2824 2223"},
    {'?', "07183847462524 2223"},
    {'@', "3514143444471807031242"},
    {'&',
     "4206173835041242"
     "45"},
    {'|', "2821"},
    {'~',
     "05162534"
     "45"},
    {'^', "062846"},
    {'$',
     "463606153544"
     "1404 2822"},
    {'`', "1827"},
    {'{', "38272615242332"},
    {'}', "18272635242312"},
};
constexpr std::string_view kUnknown = "0208484202";
constexpr double kUnits = 6, kTop = 8, kAdvance = 5.6, kNarrow = 4.2, kSpace = 3.4;

std::string_view lines_of(char letter) {
    for (const Glyph& glyph : kGlyphs) {
        if (glyph.letter == letter) return glyph.lines;
    }
    return kUnknown;
}

double advance_of(char letter) {
    if (letter == ' ') return kSpace;
    constexpr std::string_view narrow = ".,:;!'|il()[]1jt";
    return narrow.find(letter) != std::string_view::npos ? kNarrow : kAdvance;
}

}  // namespace

std::vector<Stroke> strokes_of(std::string_view text) {
    std::vector<Stroke> strokes;
    double left = 0;
    for (const char letter : text) {
        const std::string_view lines = letter == ' ' ? std::string_view() : lines_of(letter);
        const double shift = left - (kAdvance - advance_of(letter)) / 2;
        bool drawing = false;
        std::array<double, 2> last{};
        for (std::size_t i = 0; i + 1 < lines.size();) {
            if (lines[i] == ' ') {
                drawing = false;
                ++i;
                continue;
            }
            const std::array<double, 2> at{(shift + lines[i] - '0') / kUnits,
                                           (kTop - (lines[i + 1] - '0')) / kUnits};
            if (drawing) strokes.push_back({last, at});
            last = at;
            drawing = true;
            i += 2;
        }
        left += advance_of(letter);
    }
    return strokes;
}

double width_of(std::string_view text) {
    double width = 0;
    for (const char letter : text) width += advance_of(letter);
    return width / kUnits;
}

}  // namespace synchrono::client::view
