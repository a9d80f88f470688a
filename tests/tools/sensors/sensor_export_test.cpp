// Proves that everything that sensors have logged is written to files with the same content: by sensor, by
// time, in part, and from a cut log. Also proves that nothing is overwritten unless the user asks, that an
// invalid message is named with its topic, and that no topic leads out of the folder.
#include "tools/sensors/sensor_export.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/json.h>
#include <set>

#include "proto/record.pb.h"
#include "tests/common/log/log_fixture.hpp"
#include "tests/common/picture/png_reader.hpp"
#include "tests/support/commands.hpp"
#include "tests/support/descriptor_limit.hpp"
#include "tests/support/sensor_samples.hpp"
#include "tools/logs/log_command.hpp"
#include "tools/logs/log_diff.hpp"

namespace synchrono::tools::sensors {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::SensorSamples;
using ::testing::StartsWith;

SimTime tenths(std::int64_t n) { return SimTime{} + SimDuration::milliseconds(100) * n; }

struct SensorExportTest : log::testing::LogTest {
    /// Makes a run with `count` samples of each sensor, one every tenth of a second.
    std::filesystem::path make(const std::string& name, int count = 3, bool changed = false) {
        const auto folder = path(name);
        std::filesystem::create_directory(folder);
        SensorSamples samples;
        auto log = log::RunLog::open(folder / "client1.mcap", {.file = {.chunk_bytes = 4096}});
        EXPECT_TRUE(log);
        const auto states = (*log)->channel("/agents/car", *AgentRecord::descriptor());
        client::sensors::SensorLog to(**log, samples.scenario, samples.agents());
        for (int i = 1; i <= count; ++i) {
            (*log)->write(states, tenths(i), {}, as_byte_view(log::testing::record_of(i)));
            if (changed && i == 2) samples.points[1].x = 44;
            samples.write(to, tenths(i));
        }
        EXPECT_TRUE((*log)->close());
        return folder;
    }
    /// Makes a run whose log has one message.
    std::filesystem::path make_with(const std::string& topic, const google::protobuf::Message& message,
                                    std::string payload = {}) {
        const auto folder = path("one");
        std::filesystem::remove_all(folder);
        std::filesystem::create_directory(folder);
        auto log = log::LogWriter::open(folder / "client1.mcap");
        EXPECT_TRUE(log);
        if (payload.empty()) payload = message.SerializeAsString();
        log->write(log->channel(topic, *message.GetDescriptor()), tenths(1), {}, as_byte_view(payload));
        EXPECT_TRUE(log->close());
        return folder;
    }
    /// Adds a log to a run and has `write` fill it; returns the folder.
    template <typename Write>
    std::filesystem::path make_more(const std::string& file, Write write, const std::string& name = "more") {
        const auto folder = path(name);
        std::filesystem::create_directories(folder);
        auto log = log::LogWriter::open(folder / file);
        EXPECT_TRUE(log);
        write([&](const std::string& topic, const google::protobuf::Message& message, SimTime time) {
            log->write(log->channel(topic, *message.GetDescriptor()), time, {},
                       as_byte_view(message.SerializeAsString()));
        });
        EXPECT_TRUE(log->close());
        return folder;
    }
    Result<SensorExportCounts> exported(SensorExport what) {
        if (what.folder.empty()) what.folder = out;
        return export_sensors(
            what, [this](std::string_view line) { notes.emplace_back(line); },
            [this](std::uint64_t done, std::uint64_t all) {
                read = {done, all};
            });
    }
    std::string problem(SensorExport what) {
        const auto counts = exported(std::move(what));
        return counts ? "" : counts.error().text;
    }
    /// Returns all files below a folder, relative to it.
    static std::set<std::string> files_in(const std::filesystem::path& folder) {
        std::set<std::string> files;
        if (!std::filesystem::exists(folder)) return files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file())
                files.insert(std::filesystem::relative(entry.path(), folder).generic_string());
        }
        return files;
    }
    static std::string text_of(const std::filesystem::path& file) {
        return std::string(as_text(log::testing::bytes_of(file)));
    }

    std::filesystem::path out = path("out");
    std::vector<std::string> notes;
    std::pair<std::uint64_t, std::uint64_t> read;
};

TEST_F(SensorExportTest, EachSensorHasAFolderAndEachSampleItsFile) {
    const auto counts = exported({.run = make("run", 2), .folder = out});
    ASSERT_TRUE(counts) << counts.error().text;
    EXPECT_EQ(counts->sensors, 9u);
    EXPECT_EQ(counts->clouds, 4u);
    EXPECT_EQ(counts->pictures, 6u);
    EXPECT_EQ(counts->rows, 2u * 5 + 2 * 2) << "each sample has two objects";
    EXPECT_EQ(read.first, read.second);
    EXPECT_THAT(notes, ElementsAre());
    EXPECT_THAT(
        files_in(out),
        ElementsAre("car/bumper/000000100000000.pcd", "car/bumper/000000200000000.pcd",
                    "car/eye/000000100000000.png", "car/eye/000000200000000.png", "car/eye/calibration.json",
                    "car/eye/classes/000000100000000.png", "car/eye/classes/000000200000000.png",
                    "car/eye/depth/000000100000000.png", "car/eye/depth/000000200000000.png",
                    "car/frames/frames.csv", "car/gps/gps.csv", "car/imu/imu.csv",
                    "car/roof/000000100000000.pcd", "car/roof/000000200000000.pcd", "car/seen/objects.csv",
                    "car/steering/steering.csv", "car/truth/state.csv", "car/wheels/wheel_speeds.csv"));
}

TEST_F(SensorExportTest, FilesHaveTheMeasurementsOfTheSensors) {
    ASSERT_TRUE(exported({.run = make("run", 2), .folder = out}));
    EXPECT_THAT(text_of(out / "car/roof/000000100000000.pcd"), HasSubstr("FIELDS x y z intensity t beam\n"));
    EXPECT_THAT(text_of(out / "car/bumper/000000100000000.pcd"),
                HasSubstr("FIELDS x y z speed rcs signal\n"));
    EXPECT_EQ(text_of(out / "car/wheels/wheel_speeds.csv"),
              "time_ns,radius_m,wheel0_rad_s,wheel1_rad_s,wheel2_rad_s,wheel3_rad_s\n"
              "100000000,0.3125,40,41,42,43\n"
              "200000000,0.3125,40,41,42,43\n");
    const SensorSamples samples;
    const auto picture = picture::testing::read_png(text_of(out / "car/eye/000000200000000.png"));
    EXPECT_TRUE(std::equal(picture.pixels.begin(), picture.pixels.end(), samples.colours.begin(),
                           samples.colours.end()));
    Json::Value calibration;
    std::ifstream(out / "car/eye/calibration.json") >> calibration;
    EXPECT_EQ(calibration["frame_id"].asString(), "car/eye/optical");
    EXPECT_EQ(calibration["K"][2].asDouble(), 1.75);
    EXPECT_EQ(calibration["D"].size(), 5u);
    const std::string frames = text_of(out / "car/frames/frames.csv");
    EXPECT_THAT(frames, HasSubstr("\n100000000,world,car,100,200,0.5,"));
    EXPECT_THAT(frames, HasSubstr("\n200000000,world,car,100,200,0.5,"));
    EXPECT_THAT(frames, HasSubstr("\n100000000,car/eye,car/eye/optical,0,0,0,0.5,-0.5,0.5,-0.5\n"));
}

TEST_F(SensorExportTest, OneSensorAndATimeMayBeChosen) {
    const auto counts = exported(
        {.run = make("run", 4), .folder = out, .sensor = "car/roof", .from = tenths(2), .until = tenths(4)});
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->sensors, 1u);
    EXPECT_EQ(counts->clouds, 2u);
    EXPECT_EQ(counts->rows, 0u);
    EXPECT_THAT(files_in(out), ElementsAre("car/frames/frames.csv", "car/roof/000000200000000.pcd",
                                           "car/roof/000000300000000.pcd"));
}

TEST_F(SensorExportTest, AnEndWithoutABeginningMayBeChosen) {
    ASSERT_TRUE(
        exported({.run = make("run", 4), .folder = out, .sensor = "car/steering", .until = tenths(3)}));
    EXPECT_EQ(text_of(out / "car/steering/steering.csv"),
              "time_ns,angle_rad\n100000000,-0.125\n200000000,-0.125\n");
}

TEST_F(SensorExportTest, AnUnknownSensorIsRefusedWithTheKnownOnes) {
    const auto run = make("run");
    EXPECT_EQ(problem({.run = run, .folder = out, .sensor = "car/nose"}),
              run.string() +
                  ": no sensor 'car/nose'; the sensors are car/bumper, car/eye, car/gps, car/imu, car/roof, "
                  "car/seen, "
                  "car/steering, car/truth, car/wheels");
    EXPECT_THAT(problem({.run = run, .folder = out, .sensor = "car/"}), HasSubstr("no sensor 'car/'"));
    const auto bare = make_with("/agents/car", AgentRecord());
    EXPECT_EQ(problem({.run = bare, .folder = out}), bare.string() + ": no sensor has logged anything");
    EXPECT_THAT(problem({.run = path("nowhere"), .folder = out}), HasSubstr("cannot read"));
    EXPECT_TRUE(files_in(out).empty());
}

TEST_F(SensorExportTest, ExistingFilesAreReplacedOnlyWhenAsked) {
    const auto run = make("run", 1);
    ASSERT_TRUE(exported({.run = run, .folder = out, .sensor = "car/roof"}));
    std::ofstream(out / "car/roof/000000100000000.pcd") << "mine";
    EXPECT_EQ(problem({.run = run, .folder = out, .sensor = "car/roof"}),
              (out / "car/frames/frames.csv").string() + " exists already; use --force to replace it");
    std::filesystem::remove(out / "car/frames/frames.csv");
    EXPECT_EQ(problem({.run = run, .folder = out, .sensor = "car/roof"}),
              (out / "car/roof/000000100000000.pcd").string() + " exists already; use --force to replace it");
    EXPECT_EQ(text_of(out / "car/roof/000000100000000.pcd"), "mine");
    EXPECT_EQ(problem({.run = run, .folder = out, .sensor = "car/roof", .existing = text::Existing::replace}),
              "");
    EXPECT_THAT(text_of(out / "car/roof/000000100000000.pcd"), StartsWith("# .PCD"));
}

TEST_F(SensorExportTest, ANewExportRemovesSamplesOfAnEarlierOne) {
    const auto run = make("run", 3);
    ASSERT_TRUE(exported({.run = run, .folder = out, .sensor = "car/eye"}));
    std::filesystem::remove_all(out / "car/frames");
    std::ofstream(out / "car/eye/notes.png") << "mine";
    const auto less = [&](text::Existing existing) {
        return problem({.run = run,
                        .folder = out,
                        .sensor = "car/eye",
                        .from = tenths(2),
                        .until = tenths(3),
                        .existing = existing});
    };
    std::filesystem::remove(out / "car/eye/calibration.json");
    std::filesystem::remove(out / "car/eye/000000200000000.png");
    EXPECT_EQ(less(text::Existing::keep),
              (out / "car/eye/000000100000000.png").string() + " exists already; use --force to replace it");
    EXPECT_EQ(less(text::Existing::replace), "");
    EXPECT_THAT(files_in(out),
                ElementsAre("car/eye/000000200000000.png", "car/eye/calibration.json",
                            "car/eye/classes/000000200000000.png", "car/eye/depth/000000200000000.png",
                            "car/eye/notes.png", "car/frames/frames.csv"));
}

TEST_F(SensorExportTest, ACutLogIsReadToItsLastWholeChunk) {
    const auto run = make("run", 60);
    const auto log = run / "client1.mcap";
    std::filesystem::resize_file(log, std::filesystem::file_size(log) / 2);
    const auto counts = exported({.run = run, .folder = out});
    ASSERT_TRUE(counts) << counts.error().text;
    const auto reader = log::LogReader::open(log);
    ASSERT_TRUE(reader);
    std::uint64_t clouds = 0;
    for (const auto& one : log::testing::messages_of(*reader))
        clouds += one.topic == "/agents/car/roof" || one.topic == "/agents/car/bumper" ? 1 : 0;
    EXPECT_GT(clouds, 10u);
    EXPECT_LT(clouds, 120u);
    EXPECT_EQ(counts->clouds, clouds);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_THAT(notes[0], StartsWith(log.string() + " "));
    EXPECT_THAT(notes[0], HasSubstr("only the data before that is exported"));
}

TEST_F(SensorExportTest, WritesMoreTablesThanOpenFiles) {
    constexpr int kAgents = 60, kSamples = 200;
    const auto run = make_more("client1.mcap", [&](auto write) {
        ImuSample imu;
        imu.mutable_acceleration_m_s2()->set_x(1.0 / 3);
        imu.mutable_angular_velocity_rad_s()->set_z(-1.0 / 3);
        for (int i = 1; i <= kSamples; ++i) {
            for (int agent = 0; agent < kAgents; ++agent) {
                if (agent > 0 && i > 2) break;  // only one agent has a long table
                const std::string topic = "/agents/car" + std::to_string(agent) + "/imu";
                for (int n = 0; n < (agent == 0 ? 5 : 1); ++n)
                    write(topic, imu, tenths(i) + SimDuration::milliseconds(n));
            }
        }
    });
    {
        const testing::DescriptorLimit limit;
        ASSERT_TRUE(limit.set(24));
        const auto counts = exported({.run = run, .folder = out});
        ASSERT_TRUE(counts) << counts.error().text;
        EXPECT_EQ(counts->sensors, 60u);
        EXPECT_EQ(counts->rows, 5u * kSamples + 2 * (kAgents - 1));
    }
    const std::string longest = text_of(out / "car0/imu/imu.csv"), last = text_of(out / "car59/imu/imu.csv");
    EXPECT_GT(longest.size(), 40'000u) << "longer than the write buffer";
    EXPECT_EQ(std::count(longest.begin(), longest.end(), '\n'), 1 + 5 * kSamples);
    EXPECT_EQ(std::count(last.begin(), last.end(), '\n'), 3);
    EXPECT_EQ(files_in(out).size(), 60u) << "no unfinished file may stay";
}

TEST_F(SensorExportTest, AnAgentInTwoLogsHasOneTableInTheOrderOfTime) {
    const auto samples = [](double first) {
        return [first](auto write) {
            SteeringAngle steering;
            for (int i = 0; i < 2; ++i) {
                steering.set_angle_rad(first + i);
                write("/agents/car/steering", steering, tenths(std::lround(first) + i));
            }
        };
    };
    make_more("client2.mcap", samples(1));
    const auto run = make_more("client1.mcap", samples(3));  // written later than the other log
    ASSERT_TRUE(exported({.run = run, .folder = out}));
    EXPECT_EQ(text_of(out / "car/steering/steering.csv"),
              "time_ns,angle_rad\n100000000,1\n200000000,2\n300000000,3\n400000000,4\n");
}

TEST_F(SensorExportTest, SensorsMayHaveTheNamesOfFrames) {
    const auto run = make_more("client1.mcap", [](auto write) {
        write("/agents/car/frames.csv", ImuSample(), tenths(1));
        write("/agents/car/frames", ImuSample(), tenths(1));
        write("/frames/car", foxglove::FrameTransforms(), tenths(1));
    });
    EXPECT_EQ(problem({.run = run, .folder = out}), "");
    EXPECT_THAT(files_in(out),
                ElementsAre("car/frames.csv/imu.csv", "car/frames/frames.csv", "car/frames/imu.csv"));
}

TEST_F(SensorExportTest, EndsAtTheFirstInvalidMessage) {
    const auto run = make_more("client1.mcap", [](auto write) {
        for (int i = 1; i <= 9; ++i) {
            if (i == 2) write("/agents/car/pose", foxglove::Pose(), tenths(i));
            write("/agents/car/imu", ImuSample(), tenths(i));
        }
    });
    EXPECT_THAT(problem({.run = run, .folder = out}), HasSubstr("unknown type foxglove.Pose"));
    EXPECT_EQ(read, (std::pair<std::uint64_t, std::uint64_t>(2, 10)));
}

TEST_F(SensorExportTest, InvalidMessagesAreNamedWithTheirTopic) {
    const auto problem_of = [&](const std::string& topic, const google::protobuf::Message& message,
                                const std::string& payload = {}) {
        const auto run = make_with(topic, message, payload);
        std::string text = problem({.run = run, .folder = out});
        const std::string file = (run / "client1.mcap").string() + ": ";
        EXPECT_THAT(text, StartsWith(file));
        return text.substr(std::min(text.size(), file.size()));
    };
    const std::string garbage = "\x0a\x7f garbage";
    EXPECT_EQ(problem_of("/agents/car/imu", ImuSample(), garbage),
              "topic /agents/car/imu at 0.100 s: not a synchrono.ImuSample");
    EXPECT_EQ(problem_of("/agents/car/roof", foxglove::PointCloud(), garbage),
              "topic /agents/car/roof at 0.100 s: not a foxglove.PointCloud");
    foxglove::PointCloud cloud = client::sensors::lidar_cloud();
    cloud.set_data("short");
    EXPECT_EQ(
        problem_of("/agents/car/roof", cloud),
        "topic /agents/car/roof at 0.100 s: data has 5 bytes, which is not a multiple of point_stride 24");
    foxglove::CompressedImage image;
    image.set_format("jpeg");
    image.set_data("\x89PNG\r\n\x1a\n");
    EXPECT_EQ(problem_of("/agents/car/eye", image), "topic /agents/car/eye at 0.100 s: not a PNG");
    image.set_format("png");
    image.set_data("GIF89a");
    EXPECT_EQ(problem_of("/agents/car/eye/depth", image),
              "topic /agents/car/eye/depth at 0.100 s: not a PNG");
    EXPECT_EQ(problem_of("/agents/car/eye", foxglove::Pose()),
              "topic /agents/car/eye at 0.100 s: unknown type foxglove.Pose");
    EXPECT_EQ(problem_of("/agents/car/frames", foxglove::FrameTransforms()),
              "topic /agents/car/frames at 0.100 s: unexpected type foxglove.FrameTransforms in this topic");
    EXPECT_TRUE(files_in(out).empty());
}

TEST_F(SensorExportTest, SamplesAmongFramesAreRefused) {
    const auto run = make_more("client1.mcap", [](auto write) {
        write("/frames/car", ImuSample(), tenths(1));
        write("/agents/car/imu", ImuSample(), tenths(2));
    });
    EXPECT_THAT(problem({.run = run, .folder = out}),
                HasSubstr("topic /frames/car at 0.100 s: unexpected type synchrono.ImuSample in this topic"));
}

TEST_F(SensorExportTest, NoTopicLeadsOutOfTheFolder) {
    for (const char* topic :
         {"/agents/../imu", "/agents/car/..", "/agents//imu", "/agents/car/", "/agents/car",
          "/agents/a/b/c/d", "/agents/car/imu/../x", "/frames/..", "/frames/", "/agents/.hidden/imu"}) {
        const auto run = make_with(topic, ImuSample());
        EXPECT_EQ(problem({.run = run, .folder = out}),
                  (run / "client1.mcap").string() + ": '" + topic + "' is not the topic of a sensor");
    }
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(SensorExportTest, SamplesWithMoreColumnsAreRefused) {
    const auto run = path("run");
    std::filesystem::create_directory(run);
    auto log = log::LogWriter::open(run / "client1.mcap");
    ASSERT_TRUE(log);
    const auto topic = log->channel("/agents/car/wheels", *WheelSpeeds::descriptor());
    WheelSpeeds wheels;
    for (int i = 1; i <= 2; ++i) {
        wheels.add_speed_rad_s(i);
        log->write(topic, tenths(i), {}, as_byte_view(wheels.SerializeAsString()));
    }
    ASSERT_TRUE(log->close());
    EXPECT_EQ(problem({.run = run, .folder = out}), (out / "car/wheels/wheel_speeds.csv").string() +
                                                        ": the log has samples with different columns");
    EXPECT_TRUE(files_in(out).empty()) << "no unfinished table may stay";
}

TEST_F(SensorExportTest, RunsDifferByTheirMeasurements) {
    const auto one = make("one"), same = make("same"), other = make("other", 3, true), less = make("less", 2);
    const auto agree = logs::compare_runs(one, same);
    ASSERT_TRUE(agree) << agree.error().text;
    EXPECT_EQ(agree->difference, std::nullopt);
    EXPECT_EQ(agree->messages, 3u);
    EXPECT_EQ(agree->sensor_messages, 3u * 13 + 1);
    const auto differ = logs::compare_runs(one, other);
    ASSERT_TRUE(differ);
    EXPECT_THAT(differ->difference.value_or(""),
                StartsWith("first difference at 0.200 s, on /agents/car/roof\nmodified: data: \""));
    EXPECT_LT(differ->difference.value_or("").size(), 400u) << "a long cloud must be shortened";
    const auto shorter = logs::compare_runs(one, less);
    ASSERT_TRUE(shorter);
    EXPECT_THAT(shorter->difference.value_or(""), StartsWith("first difference at 0.300 s, agent car\n"))
        << "states are compared before sensors";
}

TEST_F(SensorExportTest, ASensorOfOneRunOnlyIsADifference) {
    const auto with = make_more("client1.mcap", [](auto write) {
        write("/agents/car/imu", ImuSample(), tenths(1));
        write("/agents/car/steering", SteeringAngle(), tenths(2));
    });
    const auto without = make_more(
        "client1.mcap", [](auto write) { write("/agents/car/imu", ImuSample(), tenths(1)); }, "less");
    for (const auto& [one, other] : {std::pair(with, without), {without, with}}) {
        const auto compared = logs::compare_runs(one, other);
        ASSERT_TRUE(compared) << compared.error().text;
        EXPECT_THAT(compared->difference.value_or(""),
                    StartsWith("first difference at 0.200 s, on /agents/car/steering\n"));
    }
}

TEST_F(SensorExportTest, CommandExitCodesDistinguishOutcomes) {
    const std::string run = make("run", 1).string();
    const auto command = [](std::vector<std::string> arguments) {
        return testing::run_command(logs::add_log_command, std::move(arguments));
    };
    ::testing::internal::CaptureStdout();
    EXPECT_EQ(command({"log", "export", run, "--sensors", out.string()}), 0);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(),
              out.string() + ": 9 sensors, 2 clouds, 3 pictures, 7 rows\n");
    EXPECT_EQ(command({"log", "export", run, "--sensors", out.string()}), 2) << "the folder exists already";
    EXPECT_EQ(command({"log", "export", run, "--sensors", out.string(), "--force", "--sensor", "car/imu"}),
              0);
    EXPECT_EQ(command({"log", "export", run, "--sensors", out.string(), "--sensor", "car/x"}), 2);
    EXPECT_EQ(command({"log", "export", run, "--sensors", out.string(), "--from", "soon"}), 2);
    EXPECT_EQ(command({"log", "export", run, "--sensors", out.string(), "--type", "bsm"}), 2)
        << "the option chooses radio messages, not sensors";
    EXPECT_EQ(command({"log", "export", run}), 2);
    EXPECT_THROW(command({"log", "export", run, "--sensor", "car/imu"}), CLI::ParseError);
    EXPECT_EQ(command({"log", "info", run}), 0);
}

}  // namespace
}  // namespace synchrono::tools::sensors
