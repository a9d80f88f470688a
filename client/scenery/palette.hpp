/// The colours and materials of everything that is drawn, and the direction of the sunlight.
#pragma once

#include <array>

#include "client/scenery/mesh.hpp"

namespace synchrono::client::scenery::palette {

/// The direction in which the sunlight goes. The sun stands in the south-west, 53 degrees above the horizon.
inline constexpr geo::Vec3 kSunlight{0.45, 0.62, -1.0};
inline constexpr Colour kSkyHigh{88, 142, 205}, kHorizon{205, 220, 232};
inline constexpr Coat kLand{{116, 138, 92}, Material::land}, kSoil{{196, 176, 134}, Material::land},
    kTrack{{180, 158, 116}, Material::land}, kVerge{{104, 130, 84}, Material::land},
    kAsphalt{{70, 72, 77}, Material::asphalt}, kBusLane{{112, 72, 64}, Material::asphalt},
    kBikeLane{{72, 110, 80}, Material::asphalt}, kParking{{82, 85, 96}, Material::asphalt},
    kPavement{{168, 165, 158}, Material::pavement}, kKerb{{140, 138, 132}, Material::pavement};
inline constexpr Coat kWhite{{232, 232, 228}, Material::paint}, kYellow{{226, 172, 44}, Material::paint};
inline constexpr Coat kBox{{150, 146, 138}, Material::building}, kGlass{{38, 50, 62}, Material::glass},
    kWindow{{96, 118, 138}, Material::glass}, kRubber{{28, 28, 30}, Material::rubber},
    kRim{{176, 180, 186}, Material::metal}, kPost{{92, 96, 100}, Material::metal},
    kDark{{44, 46, 50}, Material::plastic}, kHousing{{24, 26, 28}, Material::plastic},
    kTrousers{{44, 46, 50}, Material::cloth}, kSkin{{224, 182, 150}, Material::cloth},
    kBand{{232, 232, 228}, Material::plate}, kStripe{{232, 232, 228}, Material::car_paint},
    kPlate{{214, 214, 210}, Material::plate}, kVan{{222, 222, 218}, Material::car_paint};
inline constexpr Coat kRed{{255, 46, 36}, Material::lamp}, kAmber{{255, 186, 20}, Material::lamp},
    kGreen{{38, 230, 96}, Material::lamp}, kWalk{{232, 232, 228}, Material::lamp},
    kUnlit{{58, 54, 50}, Material::lamp}, kBrakeLight{{255, 40, 30}, Material::plate},
    kTailLight{{120, 22, 20}, Material::plate}, kHeadLight{{255, 250, 226}, Material::lamp};

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
inline constexpr std::array<Coat, 6> kWalls{{{{186, 150, 122}, Material::building},
                                             {{198, 186, 168}, Material::building},
                                             {{164, 120, 100}, Material::building},
                                             {{178, 180, 180}, Material::building},
                                             {{206, 194, 158}, Material::building},
                                             {{150, 152, 160}, Material::building}}};

}  // namespace synchrono::client::scenery::palette
