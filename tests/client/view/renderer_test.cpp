// Proves that pictures show agents, signals and messages at the right places. The tests use a display without
// a screen.
#include "client/view/internal/renderer.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "client/scenery/palette.hpp"
#include "tests/client/view/view_fixture.hpp"
#include "tests/client/view/x_server.hpp"

namespace synchrono::client::view {
namespace {

namespace palette = scenery::palette;
using scenery::testing::small_world;
using testing::frame_of;

constexpr PictureSize kSize{640, 360};

class RendererTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string& problem = view::x_server_problem(); !problem.empty()) GTEST_SKIP() << problem;
        auto opened = Renderer::open({.scenario = scenario,
                                      .followed = AgentId{0},
                                      .camera = CameraKind::top,
                                      .size = kSize,
                                      .shape_of = kind::shape_of},
                                     Renderer::Canvas::picture);
        ASSERT_TRUE(opened) << opened.error().text;
        renderer = std::move(*opened);
    }

    /// Returns how much the colour at a place of the world differs from `colour`; 765 outside the picture.
    int distance(const Picture& picture, geo::Vec3 place, Colour colour) const {
        const auto at = renderer->where(place);
        if (!at || at->x < 0 || at->y < 0 || at->x >= kSize.width || at->y >= kSize.height) return 765;
        const Colour seen = picture.at(static_cast<int>(at->x), static_cast<int>(at->y));
        return std::abs(seen.r - colour.r) + std::abs(seen.g - colour.g) + std::abs(seen.b - colour.b);
    }

    /// Returns the main hue of a colour in any light: 'r', 'g' or 'b', or '-' if it has none.
    static char hue(Colour c) {
        return c.r > c.g + 40 && c.r > c.b + 40   ? 'r'
               : c.b > c.r + 40 && c.b > c.g + 20 ? 'b'
               : c.g > c.r + 40 && c.g > c.b + 40 ? 'g'
                                                  : '-';
    }
    char hue_at(const Picture& picture, geo::Vec3 place) const {
        const auto at = renderer->where(place);
        if (!at || at->x < 0 || at->y < 0 || at->x >= kSize.width || at->y >= kSize.height) return '?';
        return hue(picture.at(static_cast<int>(at->x), static_cast<int>(at->y)));
    }

    const config::Scenario scenario = small_world();
    std::unique_ptr<Renderer> renderer;
};

TEST_F(RendererTest, PicturesAreNotEmpty) {
    for (const CameraKind kind :
         {CameraKind::chase, CameraKind::cockpit, CameraKind::top, CameraKind::free}) {
        renderer->camera().choose(kind);
        renderer->draw(frame_of(scenario));
        const Picture picture = renderer->picture();
        std::set<std::tuple<int, int, int>> colours;
        for (const Colour c : picture.pixels) colours.emplace(c.r, c.g, c.b);
        EXPECT_GT(colours.size(), 40u) << "camera " << static_cast<int>(kind);
    }
}

TEST_F(RendererTest, AgentsAreDrawnAtTheirPlaces) {
    // Compares the middles of two bonnets, and the same place after one car has moved.
    Scene scene = frame_of(scenario);
    const geo::Vec3 red{-38.3, -5.25, 0.85}, blue{-20, -3.55, 0.85};
    renderer->draw(scene);
    Picture picture = renderer->picture();
    EXPECT_EQ(hue_at(picture, red), 'r');
    EXPECT_EQ(hue_at(picture, blue), 'b');
    scene.bodies[1].motion.position.y += 12;
    renderer->draw(scene);
    picture = renderer->picture();
    EXPECT_NE(hue_at(picture, blue), 'b');
    EXPECT_EQ(hue_at(picture, blue + geo::Vec3{0, 12, 0}), 'b');
}

TEST_F(RendererTest, TheFollowedAgentIsInTheMiddle) {
    for (const std::uint32_t agent : {0u, 1u}) {
        renderer->follow(AgentId{agent});
        const Scene scene = frame_of(scenario);
        renderer->draw(scene);
        const auto at = renderer->where(scene.bodies[agent].motion.position);
        ASSERT_TRUE(at);
        EXPECT_NEAR(at->x, kSize.width / 2, 1);
        EXPECT_NEAR(at->y, kSize.height / 2, 1);
    }
}

TEST_F(RendererTest, TheChaseCameraIsBehindTheAgent) {
    renderer->camera().choose(CameraKind::chase);
    const Scene scene = frame_of(scenario);
    renderer->draw(scene);
    const geo::Vec3 eye = renderer->camera().eye().position, car = scene.bodies[0].motion.position;
    EXPECT_LT(eye.x, car.x - 5);
    EXPECT_NEAR(eye.y, car.y, 0.01);
    EXPECT_GT(eye.z, car.z + 1);
    // The camera sees the car's back, which is red.
    EXPECT_EQ(hue_at(renderer->picture(), car + geo::Vec3{-2.4, 0, 0.05}), 'r');
}

TEST_F(RendererTest, SignalsShowTheirState) {
    ASSERT_FALSE(renderer->signal_heads().empty());
    renderer->follow(std::nullopt);
    const std::pair<signal::SignalState, Colour> states[] = {
        {signal::SignalState::stop, palette::kRed},
        {signal::SignalState::protected_yellow, palette::kAmber},
        {signal::SignalState::protected_green, palette::kGreen}};
    for (std::size_t lit = 0; lit < 3; ++lit) {
        // The camera is 6 m in front of a signal head for vehicles.
        const SignalHead& head = renderer->signal_heads().front();
        const geo::Pose pose{head.position, geo::Quaternion::from_yaw(head.yaw_rad)};
        Scene scene = frame_of(scenario, states[lit].first);
        scene.bodies[0].motion.position = head.position + pose.orientation.rotate({6, 0, 0});
        scene.bodies[0].motion.orientation = pose.orientation * geo::Quaternion::from_yaw(3.14159265);
        renderer->follow(AgentId{0});
        renderer->camera().choose(CameraKind::cockpit);
        renderer->draw(scene);
        const Picture picture = renderer->picture();
        const auto lamps = scenery::lamp_places(false);
        for (std::size_t lamp = 0; lamp < 3; ++lamp) {
            const int far =
                distance(picture, pose.position + pose.orientation.rotate(lamps[lamp]), states[lit].second);
            if (lamp == lit)
                EXPECT_LT(far, 60) << "lamp " << lamp;
            else
                EXPECT_GT(far, 200) << "lamp " << lamp << " of state " << lit;
        }
    }
}

TEST_F(RendererTest, ARadioMessageLightsUpAndFades) {
    Scene scene = frame_of(scenario);
    renderer->draw(scene);
    const Picture dark = renderer->picture();
    scene.messages.push_back({AgentId{0}, AgentId{1}, 20, 0});
    renderer->draw(scene);
    const Picture lit = renderer->picture();
    scene.messages.back().age_s = kMessageLit_s + 0.01;
    renderer->draw(scene);
    EXPECT_NE(dark.pixels, lit.pixels);
    EXPECT_EQ(dark.pixels, renderer->picture().pixels);
}

TEST_F(RendererTest, TheSameSceneGivesTheSamePicture) {
    const Scene scene = frame_of(scenario);
    renderer->draw(scene);
    const Picture first = renderer->picture();
    renderer->draw(scene);
    EXPECT_EQ(first.pixels, renderer->picture().pixels);
}

TEST_F(RendererTest, AgentsMayComeAndGo) {
    Scene scene = frame_of(scenario);
    renderer->draw(scene);
    scene.bodies.clear();
    scene.signals.clear();
    renderer->draw(scene);  // the followed agent is gone, so the camera stays
    const Eye eye = renderer->camera().eye();
    EXPECT_NEAR(eye.position.x, -40, 1e-9);
    renderer->draw(frame_of(scenario));
    EXPECT_EQ(hue_at(renderer->picture(), {-38.3, -5.25, 0.85}), 'r');
}

TEST(RendererWithoutDisplay, FailsWithOneLine) {
    (void)view::x_server_problem();  // sets DISPLAY, which is restored below
    const char* display = std::getenv("DISPLAY");
    const std::string before = display != nullptr ? display : "";
    const config::Scenario scenario = small_world();
    const ViewSetup setup{.scenario = scenario, .shape_of = kind::shape_of};
    unsetenv("DISPLAY");
    const auto none = Renderer::open(setup, Renderer::Canvas::window);
    setenv("DISPLAY", ":32767", 1);
    const auto wrong = Renderer::open(setup, Renderer::Canvas::window);
    if (display != nullptr)
        setenv("DISPLAY", before.c_str(), 1);
    else
        unsetenv("DISPLAY");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().text, "no window: there is no display (DISPLAY is not set)");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().text, "no window: the display ':32767' cannot be opened");
}

}  // namespace
}  // namespace synchrono::client::view
