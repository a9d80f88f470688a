// Proves that the font knows every letter that a window may draw: no such letter gets the shape that stands
// for unknown letters.
#include "client/view/internal/stroke_font.hpp"

#include <gtest/gtest.h>
#include <string>

namespace synchrono::client::view {
namespace {

TEST(StrokeFont, HasEveryLetter) {
    const auto shape_of_letter = [](char letter) {
        std::string shape;
        for (const Stroke& stroke : strokes_of(std::string(1, letter)))
            for (const double part : {stroke.from[0], stroke.from[1], stroke.to[0], stroke.to[1]})
                shape += std::to_string(part) + " ";
        return shape;
    };
    for (char letter = '!'; letter <= '~'; ++letter) {
        EXPECT_FALSE(shape_of_letter(letter).empty()) << letter;
        EXPECT_NE(shape_of_letter(letter), shape_of_letter('\x01')) << letter;
    }
    EXPECT_GT(width_of("mm"), 1.5 * width_of("m"));
    EXPECT_TRUE(strokes_of(" ").empty());
}

}  // namespace
}  // namespace synchrono::client::view
