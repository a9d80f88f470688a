// Proves that the view, as clients use it, makes a picture of every recorded scene, draws the newest scene in
// its window, and notices when the user closes the window.
#include "client/view/internal/window_view.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "common/base/doorbell.hpp"
#include "tests/client/view/view_fixture.hpp"
#include "tests/client/view/x_server.hpp"

namespace synchrono::client::view {
namespace {

namespace fs = std::filesystem;
using scenery::testing::small_world;
using testing::frame_of;

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class WindowViewTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string& problem = view::x_server_problem(); !problem.empty()) GTEST_SKIP() << problem;
        std::string name = (fs::temp_directory_path() / "synchrono-view-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override {
        if (!folder.empty()) fs::remove_all(folder);
    }
    ViewSetup setup() const {
        return {.scenario = scenario,
                .followed = AgentId{0},
                .camera = CameraKind::top,
                .size = {320, 240},
                .shape_of = kind::shape_of};
    }
    /// Waits until `done` returns true, for a minute at most. Returns whether it did.
    template <typename Done>
    static bool come_true(Done done) {
        Doorbell nobody;
        for (int i = 0; i < 6000 && !done(); ++i) nobody.wait(WallDuration::milliseconds(10));
        return done();
    }

    const config::Scenario scenario = small_world();
    fs::path folder;
};

TEST_F(WindowViewTest, EveryRecordedSceneGivesTheSamePictureInEveryRun) {
    for (const char* run : {"first", "second"}) {
        ViewSetup to = setup();
        to.record = folder / run;
        fs::create_directory(to.record);
        auto view = make_window_view(to);
        ASSERT_TRUE(view) << view.error().text;
        Scene scene = frame_of(scenario);
        for (int i = 0; i < 7; ++i) {
            scene.bodies[0].motion.position.x += 1;
            ASSERT_TRUE(come_true([&] { return (*view)->is_ready(); }));
            (*view)->show(scene);
        }
        const auto pictures = (*view)->finish();
        ASSERT_TRUE(pictures) << pictures.error().text;
        EXPECT_EQ(*pictures, 7u);
    }
    std::string last;
    for (int i = 0; i < 7; ++i) {
        const std::string name = "00000" + std::to_string(i) + ".png",
                          bytes = bytes_of(folder / "first" / name);
        EXPECT_EQ(bytes.substr(1, 3), "PNG") << name;
        EXPECT_EQ(bytes, bytes_of(folder / "second" / name)) << name;
        EXPECT_NE(bytes, last) << name;
        last = bytes;
    }
}

TEST_F(WindowViewTest, APictureThatCannotBeWrittenFailsWithOneLine) {
    ViewSetup to = setup();
    to.record = folder / "nowhere";
    auto view = make_window_view(to);
    ASSERT_TRUE(view) << view.error().text;
    (*view)->show(frame_of(scenario));
    const auto pictures = (*view)->finish();
    ASSERT_FALSE(pictures);
    EXPECT_EQ(pictures.error().text,
              "cannot write " + (to.record / "000000.png").string() + ": No such file or directory");
    EXPECT_TRUE((*view)->is_closed());
    EXPECT_TRUE((*view)->is_ready()) << "a failed view must not block";
}

TEST_F(WindowViewTest, AWindowTakesEverySceneAtOnce) {
    auto view = make_window_view(setup());
    ASSERT_TRUE(view) << view.error().text;
    for (int i = 0; i < 1000; ++i) {
        ASSERT_TRUE((*view)->is_ready());
        (*view)->show(frame_of(scenario));
    }
    EXPECT_FALSE((*view)->is_closed());
    EXPECT_EQ((*view)->wish().steering, 0);
}

TEST_F(WindowViewTest, ClosingTheWindowIsNoticed) {
    auto view = make_window_view(setup());
    ASSERT_TRUE(view) << view.error().text;
    (*view)->show(frame_of(scenario));
    EXPECT_FALSE((*view)->is_closed());
    ASSERT_TRUE(view::ask_windows_to_close());
    EXPECT_TRUE(come_true([&] { return (*view)->is_closed(); }));
    (*view)->show(frame_of(scenario));  // has no effect any more
    EXPECT_TRUE((*view)->finish());
}

}  // namespace
}  // namespace synchrono::client::view
