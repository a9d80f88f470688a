/// The colours of everything that is drawn.
#pragma once

#include <array>

#include "client/view/internal/mesh.hpp"

namespace synchrono::view::palette {

inline constexpr Colour kSkyHigh{88, 142, 205}, kHorizon{205, 220, 232};
inline constexpr Colour kLand{116, 138, 92}, kSoil{196, 176, 134}, kTrack{180, 158, 116},
    kVerge{104, 130, 84}, kAsphalt{70, 72, 77}, kBusLane{112, 72, 64}, kBikeLane{72, 110, 80},
    kPavement{168, 165, 158}, kParking{82, 85, 96}, kKerb{140, 138, 132};
inline constexpr Colour kWhite{232, 232, 228}, kYellow{226, 172, 44};
inline constexpr Colour kBox{150, 146, 138}, kGlass{38, 50, 62}, kRubber{28, 28, 30}, kRim{176, 180, 186},
    kDark{44, 46, 50}, kPost{92, 96, 100}, kHousing{24, 26, 28};
inline constexpr Colour kRed{255, 46, 36}, kAmber{255, 186, 20}, kGreen{38, 230, 96}, kUnlit{58, 54, 50};
inline constexpr Colour kBrakeLight{255, 40, 30}, kTailLight{120, 22, 20}, kHeadLight{255, 250, 226};

inline constexpr std::array<Colour, 10> kPaints{{{198, 44, 40},
                                                 {38, 88, 168},
                                                 {222, 224, 226},
                                                 {52, 56, 62},
                                                 {156, 162, 168},
                                                 {30, 120, 96},
                                                 {222, 142, 36},
                                                 {96, 62, 128},
                                                 {18, 134, 172},
                                                 {146, 98, 62}}};
inline constexpr std::array<Colour, 6> kWalls{
    {{186, 150, 122}, {198, 186, 168}, {164, 120, 100}, {178, 180, 180}, {206, 194, 158}, {150, 152, 160}}};

}  // namespace synchrono::view::palette
