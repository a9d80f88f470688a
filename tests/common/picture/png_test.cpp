// Proves that a PNG reader of our own, written after the specification, gets the same pixels from every kind
// of picture that the encoder writes. The encoder's output is bounded and repeatable. The encoder allocates
// nothing for a size that it has seen before.
#include "common/picture/png.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>
#include <vector>

#include "common/base/random.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/common/picture/png_reader.hpp"

namespace synchrono::picture {
namespace {

using testing::read_png;

std::vector<std::uint8_t> noise(std::size_t n, std::uint64_t seed = 1) {
    std::vector<std::uint8_t> bytes;
    Random random(seed, 0);
    for (std::size_t i = 0; i < n; ++i) bytes.push_back(static_cast<std::uint8_t>(random.bits()));
    return bytes;
}

TEST(Png, KeepsColours) {
    const auto pixels = noise(3 * 37 * 11);
    PngEncoder encoder;
    const auto read =
        read_png(as_text(encoder.encode({37, 11, PixelFormat::rgb8, std::as_bytes(std::span(pixels)), {}})));
    EXPECT_EQ(read.width, 37U);
    EXPECT_EQ(read.height, 11U);
    EXPECT_EQ(read.bits, 8);
    EXPECT_EQ(read.colour, 2);
    EXPECT_EQ(read.pixels, pixels);
}

TEST(Png, KeepsGreyOf16Bits) {
    PngEncoder encoder;
    const std::vector<std::uint16_t> deep{0, 65535, 1, 256, 12345, 255, 40000, 39999, 0};
    const auto read_deep =
        read_png(as_text(encoder.encode({3, 3, PixelFormat::grey16, std::as_bytes(std::span(deep)), {}})));
    EXPECT_EQ(read_deep.bits, 16);
    EXPECT_EQ(read_deep.colour, 0);
    for (std::size_t i = 0; i < deep.size(); ++i)
        EXPECT_EQ(read_deep.pixels[2 * i] << 8 | read_deep.pixels[2 * i + 1], deep[i]) << i;
}

TEST(Png, KeepsIndicesAndTheirPalette) {
    const std::vector<std::uint8_t> indices{0, 1, 2, 2, 1, 0};
    const std::vector<Rgb> palette{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    PngEncoder encoder;
    const auto read = read_png(
        as_text(encoder.encode({3, 2, PixelFormat::indexed8, std::as_bytes(std::span(indices)), palette})));
    EXPECT_EQ(read.colour, 3);
    EXPECT_EQ(read.palette, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(read.pixels, indices);
}

TEST(Png, IsNeverLongerThanTheGivenMaximum) {
    PngEncoder encoder;
    for (const std::size_t side : {1UL, 2UL, 3UL, 64UL, 300UL}) {
        for (const PixelFormat kind : {PixelFormat::rgb8, PixelFormat::grey16, PixelFormat::indexed8}) {
            const auto pixels = noise(side * side * bytes_of_pixel(kind), side);
            const std::vector<Rgb> palette(kind == PixelFormat::indexed8 ? 256 : 0);
            const ByteView png =
                encoder.encode({side, side, kind, std::as_bytes(std::span(pixels)), palette});
            EXPECT_LE(png.size(), png_bytes_max(side, side, kind)) << side;
            EXPECT_EQ(read_png(as_text(png)).pixels.size(), pixels.size());
        }
    }
}

TEST(Png, DependsOnlyOnThePicture) {
    const auto pixels = noise(3 * 64 * 64), others = noise(3 * 128 * 128, 2);
    PngEncoder used, fresh;
    used.encode({128, 128, PixelFormat::rgb8, std::as_bytes(std::span(others)), {}});
    const PictureView picture{64, 64, PixelFormat::rgb8, std::as_bytes(std::span(pixels)), {}};
    EXPECT_EQ(as_text(used.encode(picture)), as_text(fresh.encode(picture)));
}

TEST(Png, AllocatesNothingForAnotherPictureOfTheSameSize) {
    const auto pixels = noise(3 * 64 * 64);
    const PictureView picture{64, 64, PixelFormat::rgb8, std::as_bytes(std::span(pixels)), {}};
    PngEncoder encoder;
    encoder.encode(picture);
    const auto before = log::testing::allocations_of_this_thread();
    encoder.encode(picture);
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

TEST(Png, IsWrittenToAFileOrSaysWhyNot) {
    const std::vector<std::uint8_t> pixels{1, 2, 3, 4, 5, 6};
    const PictureView picture{2, 1, PixelFormat::rgb8, std::as_bytes(std::span(pixels)), {}};
    std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_png_XXXXXX").string();
    const std::filesystem::path folder = ::mkdtemp(pattern.data());
    ASSERT_TRUE(write_png(picture, folder / "a.png"));
    std::ifstream in(folder / "a.png", std::ios::binary);
    EXPECT_EQ(read_png(std::string(std::istreambuf_iterator<char>(in), {})).pixels, pixels);
    const auto nowhere = write_png(picture, folder / "no" / "a.png");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().text,
              "cannot write " + (folder / "no" / "a.png").string() + ": No such file or directory");
    std::filesystem::remove_all(folder);
}

TEST(PngDeathTest, RefusesPicturesOfTheWrongSize) {
    PngEncoder encoder;
    const std::vector<std::uint8_t> bytes(4);
    const ByteView pixels = std::as_bytes(std::span(bytes));
    EXPECT_DEATH(encoder.encode({1, 3, PixelFormat::grey16, pixels, {}}), "");
    EXPECT_DEATH(encoder.encode({0, 4, PixelFormat::grey16, {}, {}}), "");
    EXPECT_DEATH(encoder.encode({2, 2, PixelFormat::indexed8, pixels, {}}), "");
}

}  // namespace
}  // namespace synchrono::picture
