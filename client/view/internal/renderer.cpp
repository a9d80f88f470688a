#include "client/view/internal/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "client/scenery/palette.hpp"
#include "client/view/internal/stroke_font.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::view {
namespace {

namespace palette = scenery::palette;
using geo::Vec3;
using irr::core::matrix4;
namespace video = irr::video;

constexpr int kFiner = 2;  // pixels drawn for one pixel of a picture, in each direction
constexpr double kNear_m = 0.35, kFar_m = 4000;
constexpr double kFogFrom_m = 250, kFogTo_m = 1500;
constexpr double kTag_px = 9;  // height of a tag's letters

video::SMaterial material_of(bool lit) {
    video::SMaterial material;
    material.Lighting = lit;
    material.ColorMaterial = video::ECM_DIFFUSE_AND_AMBIENT;
    material.NormalizeNormals = true;
    material.FogEnable = true;
    material.BackfaceCulling = false;
    material.AntiAliasing = video::EAAM_SIMPLE;
    return material;
}

void add_sun(video::IVideoDriver& driver, Vec3 towards, video::SColorf colour) {
    video::SLight light;
    light.Type = video::ELT_DIRECTIONAL;
    light.Direction = to_library(towards);
    light.Direction.normalize();
    light.DiffuseColor = colour;
    light.AmbientColor = video::SColorf(0, 0, 0);
    light.SpecularColor = video::SColorf(0, 0, 0);
    driver.addDynamicLight(light);
}

/// Returns a shadow for a body: dark below its middle, and fading out at its edge.
Mesh shadow_of(const Shape& shape) {
    const double l = shape.size.x / 2, w = shape.size.y / 2, soft = std::min(0.35, 0.5 * w),
                 z = 0.03 - shape.above_ground_m;
    const std::array<double, 4> xs{-l - soft, -l + 0.4 * soft, l - 0.4 * soft, l + soft},
        ys{-w - soft, -w + 0.4 * soft, w - 0.4 * soft, w + soft};
    const auto colour = [](std::size_t i, std::size_t k) {
        return Colour{0, 0, 0, static_cast<std::uint8_t>(i == 0 || i == 3 || k == 0 || k == 3 ? 0 : 125)};
    };
    Mesh mesh;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            mesh.quad({Vec3{xs[i], ys[k], z},
                       {xs[i + 1], ys[k], z},
                       {xs[i + 1], ys[k + 1], z},
                       {xs[i], ys[k + 1], z}},
                      {colour(i, k), colour(i + 1, k), colour(i + 1, k + 1), colour(i, k + 1)});
        }
    }
    return mesh;
}

geo::Quaternion about_y(double angle_rad) { return {std::cos(angle_rad / 2), 0, std::sin(angle_rad / 2), 0}; }

/// Returns the matrix that exchanges y and z and mirrors x, because the library mirrors x in mesh files.
matrix4 from_mirrored() {
    matrix4 matrix(matrix4::EM4CONST_NOTHING);
    matrix.makeIdentity();
    for (const int i : {0, 5, 10}) matrix[i] = 0;
    matrix[0] = -1;
    matrix[6] = 1;
    matrix[9] = 1;
    return matrix;
}

}  // namespace

Result<std::unique_ptr<Renderer>> Renderer::open(const ViewSetup& setup, Canvas canvas) {
    SYN_REQUIRE(setup.shape_of != nullptr);
    std::unique_ptr<Renderer> renderer(new Renderer(setup, canvas));
    auto device = open_device(setup.size, renderer->input_);
    if (!device) return tl::unexpected(device.error());
    renderer->device_ = std::move(*device);
    renderer->driver_ = renderer->device_->getVideoDriver();
    renderer->device_->setWindowCaption(
        std::wstring(setup.scenario.name.begin(), setup.scenario.name.end()).c_str());
    if (canvas == Canvas::picture) {
        const PictureSize pixels = renderer->pixels();
        renderer->target_ = renderer->driver_->addRenderTargetTexture(
            {static_cast<irr::u32>(pixels.width), static_cast<irr::u32>(pixels.height)}, "picture",
            video::ECF_A8R8G8B8);
        if (renderer->target_ == nullptr)
            return fail("no pictures: the display's OpenGL cannot draw into a texture");
    }
    renderer->build();
    return renderer;
}

PictureSize Renderer::drawn_size() const {
    if (canvas_ == Canvas::picture) return setup_.size;
    const auto& size = driver_->getScreenSize();
    return {static_cast<int>(size.Width), static_cast<int>(size.Height)};
}

PictureSize Renderer::pixels() const {
    const PictureSize size = drawn_size();
    return canvas_ == Canvas::picture ? PictureSize{size.width * kFiner, size.height * kFiner} : size;
}

void Renderer::build() {
    static const ground::PlaneGround level;
    const ground::Ground& ground = setup_.ground ? *setup_.ground : static_cast<const ground::Ground&>(level);
    scenery::Scenery scene = scenery::make_scenery(setup_.scenario, setup_.roads, ground);
    heads_ = scenery::place_signal_heads(setup_.scenario, setup_.roads, scenery::height_on(ground), scene);
    land_ = to_library(scene.land, true);
    roads_ = to_library(scene.roads, true);
    paint_ = to_library(scene.paint, true);
    solids_ = to_library(scene.solids, true);
    housing_ = to_library(scenery::signal_housing(false), true);
    walker_housing_ = to_library(scenery::signal_housing(true), true);
    low_ = scene.low;
    high_ = scene.high;
    driver_->setFog(to_library(palette::kHorizon), video::EFT_FOG_LINEAR, kFogFrom_m, kFogTo_m, 0.01f, true,
                    false);
}

bool Renderer::run() {
    if (!device_->run()) return false;
    const Input::Orders orders = input_.take_orders();
    if (orders.camera) camera_.choose(*orders.camera);
    if (orders.next != 0 && !present_.empty()) {
        const auto count = static_cast<std::ptrdiff_t>(present_.size());
        const auto at =
            followed_ ? std::find(present_.begin(), present_.end(), *followed_) - present_.begin() : -1;
        followed_ = present_[static_cast<std::size_t>(((at + orders.next) % count + count) % count)];
    }
    return true;
}

bool Renderer::move(double passed_s) {
    const CameraInput hands = input_.take_camera_input(setup_.drives);
    camera_.move(hands, passed_s);
    return hands.ahead != 0 || hands.left != 0 || hands.up != 0 || hands.turn_rad != 0 ||
           hands.tilt_rad != 0 || hands.zoom != 0;
}

const Body* Renderer::body_of(const Scene& scene, AgentId agent) const {
    const auto found = std::lower_bound(scene.bodies.begin(), scene.bodies.end(), agent,
                                        [](const Body& body, AgentId id) { return body.agent < id; });
    return found == scene.bodies.end() || found->agent != agent ? nullptr : &*found;
}

Renderer::Figure& Renderer::figure_of(const Body& body) {
    const auto [found, is_new] = figures_.try_emplace(body.agent);
    Figure& figure = found->second;
    if (is_new) {
        figure.shape = setup_.shape_of(setup_.scenario, setup_.scenario.agents.at(body.agent.value));
        figure.body = to_library(figure.shape.body, true);
        figure.shadow = to_library(shadow_of(figure.shape), true);
        for (const Mesh& wheel : figure.shape.wheels) figure.wheels.push_back(to_library(wheel, true));
    }
    if (figure.look != body.look) {
        figure.look = body.look;
        fix_look(figure);
    }
    return figure;
}

void Renderer::fix_look(Figure& figure) {
    figure.parts.clear();
    if (!figure.look) return;
    auto* scenes = device_->getSceneManager();
    for (const body::LookPart& part : *figure.look) {
        auto& fixed = figure.parts.emplace_back();
        for (const body::LookShape& shape : part) {
            Figure::Fixed one;
            one.place = to_library(shape.pose);
            const auto shade = [](float share) {
                return static_cast<std::uint8_t>(std::clamp(share, 0.0f, 1.0f) * 255);
            };
            const Colour colour{shade(shape.colour[0]), shade(shape.colour[1]), shade(shape.colour[2])};
            Mesh mesh;
            switch (shape.kind) {
                case body::LookShape::Kind::mesh: {
                    irr::scene::IAnimatedMesh* file = scenes->getMesh(shape.file.c_str());
                    if (file == nullptr) continue;
                    one.mesh = file->getMesh(0);
                    matrix4 scale;
                    scale.setScale(to_library(shape.size));
                    one.place = one.place * scale * from_mirrored();
                    break;
                }
                case body::LookShape::Kind::box:
                    mesh.box(shape.size * -0.5, shape.size * 0.5, colour);
                    break;
                case body::LookShape::Kind::cylinder:
                    mesh.cone({0, 0, -shape.size.z / 2}, shape.size.x / 2, shape.size.x / 2, shape.size.z,
                              colour, 24);
                    break;
                case body::LookShape::Kind::sphere:
                    mesh.ball({}, shape.size.x / 2, colour);
                    break;
            }
            if (one.mesh == nullptr) one.solid = to_library(mesh, true);
            fixed.push_back(std::move(one));
        }
    }
}

void Renderer::point_camera(const Scene& scene) {
    present_.clear();
    for (const Body& body : scene.bodies) present_.push_back(body.agent);
    const double passed_s = drawn_ && scene.now > *drawn_ ? (scene.now - *drawn_).to_seconds() : 0;
    drawn_ = scene.now;
    std::optional<Followed> followed;
    if (const Body* body = followed_ ? body_of(scene, *followed_) : nullptr)
        followed = Followed{body->motion, figure_of(*body).shape.size};
    camera_.follow(followed, passed_s, low_, high_);
}

void Renderer::set_camera() {
    const Eye& eye = camera_.eye();
    const PictureSize size = drawn_size();
    matrix4 projection, view;
    projection.buildProjectionMatrixPerspectiveFovLH(
        static_cast<float>(eye.fov_rad), static_cast<float>(size.width) / static_cast<float>(size.height),
        static_cast<float>(kNear_m), static_cast<float>(kFar_m));
    view.buildCameraLookAtMatrixLH(to_library(eye.position), to_library(eye.position + eye.forward),
                                   to_library(eye.up));
    driver_->setTransform(video::ETS_PROJECTION, projection);
    driver_->setTransform(video::ETS_VIEW, view);
    driver_->setTransform(video::ETS_WORLD, irr::core::IdentityMatrix);
    driver_->deleteAllDynamicLights();
    driver_->setAmbientLight(video::SColorf(0.50f, 0.53f, 0.58f));
    add_sun(*driver_, palette::kSunlight, video::SColorf(0.62f, 0.59f, 0.52f));
    add_sun(*driver_, {-0.7, -0.5, -0.15}, video::SColorf(0.20f, 0.21f, 0.24f));
}

void Renderer::sky() {
    // At the horizon the sky has the colour of the fog, so that distant land fades into the sky.
    const PictureSize size = drawn_size();
    const Eye& eye = camera_.eye();
    const double flat = std::hypot(eye.forward.x, eye.forward.y);
    const Vec3 level = flat > 1e-6 ? Vec3{eye.forward.x / flat, eye.forward.y / flat, 0} : Vec3{1, 0, 0};
    const auto horizon = project(eye, eye.position + level * 1e5, size);
    const double bottom = horizon ? std::clamp(horizon->y, 0.0, static_cast<double>(size.height)) : 0;
    if (bottom <= 0) return;
    overlay_.clear();
    constexpr int kBands = 24;
    for (int i = 0; i < kBands; ++i) {
        const double share = (i + 0.5) / kBands;
        const auto mix = [share](std::uint8_t high, std::uint8_t low) {
            return static_cast<std::uint8_t>(high + (low - high) * share * share);
        };
        const Colour a = scenery::palette::kSkyHigh, b = scenery::palette::kHorizon;
        overlay_.rectangle(0, bottom * i / kBands, size.width, bottom * (i + 1) / kBands,
                           {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)});
    }
    flush_overlay();
}

void Renderer::layer(const irr::scene::IMeshBuffer* mesh, int over, bool lit) {
    if (mesh->getIndexCount() == 0) return;
    video::SMaterial material = material_of(lit);
    if (over > 0) {
        material.PolygonOffsetDirection = video::EPO_FRONT;
        material.PolygonOffsetFactor = static_cast<irr::u8>(over);
    }
    driver_->setTransform(video::ETS_WORLD, irr::core::IdentityMatrix);
    driver_->setMaterial(material);
    driver_->drawMeshBuffer(mesh);
}

void Renderer::solid(const irr::scene::IMeshBuffer* mesh, const matrix4& place) {
    if (mesh->getIndexCount() == 0) return;
    driver_->setTransform(video::ETS_WORLD, place);
    driver_->setMaterial(material_of(true));
    driver_->drawMeshBuffer(mesh);
}

void Renderer::glowing(const Mesh& mesh, bool hides) {
    if (mesh.empty()) return;
    const auto buffer = to_library(mesh, false);
    video::SMaterial material = material_of(false);
    material.MaterialType = video::EMT_TRANSPARENT_VERTEX_ALPHA;
    material.ZWriteEnable = hides;
    if (!hides) {
        material.PolygonOffsetDirection = video::EPO_FRONT;
        material.PolygonOffsetFactor = 3;
    }
    driver_->setTransform(video::ETS_WORLD, irr::core::IdentityMatrix);
    driver_->setMaterial(material);
    driver_->drawMeshBuffer(buffer.get());
}

void Renderer::draw_body(const Body& body) {
    Figure& figure = figure_of(body);
    const geo::Pose pose{body.motion.position, body.motion.orientation};
    const matrix4 place = to_library(pose);
    if (!figure.parts.empty() && body.parts.size() == figure.parts.size()) {
        for (std::size_t i = 0; i < figure.parts.size(); ++i) {
            const matrix4 part = to_library(body.parts[i]);
            for (const Figure::Fixed& fixed : figure.parts[i]) {
                const matrix4 at = part * fixed.place;
                if (fixed.solid) {
                    solid(fixed.solid.get(), at);
                    continue;
                }
                for (irr::u32 k = 0; k < fixed.mesh->getMeshBufferCount(); ++k) {
                    const irr::scene::IMeshBuffer* buffer = fixed.mesh->getMeshBuffer(k);
                    video::SMaterial material = buffer->getMaterial();
                    material.Lighting = material.NormalizeNormals = material.FogEnable = true;
                    material.BackfaceCulling = false;
                    material.ColorMaterial = video::ECM_DIFFUSE_AND_AMBIENT;
                    driver_->setTransform(video::ETS_WORLD, at);
                    driver_->setMaterial(material);
                    driver_->drawMeshBuffer(buffer);
                }
            }
        }
        return;
    }
    // The cockpit camera would see the inside of the roof.
    const bool inside = camera_.kind() == CameraKind::cockpit && followed_ == body.agent;
    if (!inside) solid(figure.body.get(), place);
    for (std::size_t i = 0; i < std::min(body.wheels.size(), figure.wheels.size()); ++i) {
        const body::Wheel& wheel = body.wheels[i];
        const geo::Pose turned{wheel.pose.position, wheel.pose.orientation * about_y(wheel.spin_rad)};
        solid(figure.wheels[i].get(), place * to_library(turned));
    }
    if (inside || !body.brakes || figure.shape.brake_lights.empty()) return;
    Mesh lights;
    lights.add(figure.shape.brake_lights, pose);
    glowing(lights, true);
}

void Renderer::draw_shadows(const Scene& scene) {
    video::SMaterial material = material_of(false);
    material.MaterialType = video::EMT_TRANSPARENT_VERTEX_ALPHA;
    material.ZWriteEnable = false;
    material.PolygonOffsetDirection = video::EPO_FRONT;
    material.PolygonOffsetFactor = 4;
    for (const Body& body : scene.bodies) {
        Figure& figure = figure_of(body);
        driver_->setTransform(video::ETS_WORLD,
                              to_library(geo::Pose{body.motion.position, body.motion.orientation}));
        driver_->setMaterial(material);
        driver_->drawMeshBuffer(figure.shadow.get());
    }
}

void Renderer::draw_signals(const Scene& scene) {
    Mesh lamps, bars;
    for (const SignalHead& head : heads_) {
        const geo::Pose pose{head.position, geo::Quaternion::from_yaw(head.yaw_rad)};
        solid((head.for_walkers ? walker_housing_ : housing_).get(), to_library(pose));
        const auto of = std::find_if(scene.signals.begin(), scene.signals.end(),
                                     [&](const auto& one) { return one.agent == head.agent; });
        if (of == scene.signals.end()) continue;
        const auto lamp = std::find_if(of->groups.begin(), of->groups.end(),
                                       [&](const auto& one) { return one.group == head.group; });
        if (lamp == of->groups.end()) continue;
        const std::vector<Vec3> places = scenery::lamp_places(head.for_walkers);
        for (std::size_t i = 0; i < places.size(); ++i) {
            lamps.add(scenery::signal_lamp(scenery::lamp_colour(head.for_walkers, i, lamp->state)),
                      {pose.position + pose.orientation.rotate(places[i]), pose.orientation});
        }
        if (head.bar_width_m <= 0) continue;
        Colour colour = scenery::state_colour(lamp->state);
        colour.a = 190;
        const Vec3 left = pose.orientation.rotate({0, head.bar_width_m / 2, 0}),
                   back = pose.orientation.rotate({0.5, 0, 0}), up{0, 0, 0.03};
        bars.quad(head.bar - left - back + up, head.bar - left + up, head.bar + left + up,
                  head.bar + left - back + up, colour);
    }
    glowing(bars, false);
    glowing(lamps, true);
}

Vec3 Renderer::antenna_of(const Scene& scene, AgentId agent, bool& known) const {
    known = true;
    if (const Body* body = body_of(scene, agent)) {
        const auto figure = figures_.find(agent);
        const double above_m =
            figure == figures_.end() ? 1 : figure->second.shape.size.z - figure->second.shape.above_ground_m;
        return body->motion.position + Vec3{0, 0, above_m + 0.2};
    }
    if (setup_.scenario.radio) {
        for (const config::RoadSideUnit& unit : setup_.scenario.radio->road_side_units) {
            if (unit.id == agent) return unit.position;
        }
    }
    known = false;
    return {};
}

void Renderer::draw_messages(const Scene& scene) {
    Mesh lines;
    const Eye& eye = camera_.eye();
    for (const ArrivedMessage& message : scene.messages) {
        if (message.age_s < 0 || message.age_s > kMessageLit_s) continue;
        // All messages at once would be too many to see. While an agent is followed, only the messages that
        // it sends or receives are drawn.
        if (followed_ && message.sender != *followed_ && message.receiver != *followed_) continue;
        bool from_known = false, to_known = false;
        const Vec3 from = antenna_of(scene, message.sender, from_known),
                   to = antenna_of(scene, message.receiver, to_known);
        if (!from_known || !to_known) continue;
        const double lit = 1 - message.age_s / kMessageLit_s, length_m = geo::length(to - from);
        const Colour colour = message.type == 20 ? Colour{80, 220, 255} : Colour{140, 255, 130};
        constexpr int kPieces = 16;
        const auto at = [&](double share) {
            return from + (to - from) * share + Vec3{0, 0, 0.12 * length_m * share * (1 - share)};
        };
        for (int i = 0; i < kPieces; ++i) {
            const Vec3 a = at(static_cast<double>(i) / kPieces), b = at(static_cast<double>(i + 1) / kPieces);
            // Beyond a few metres the line widens with the distance, so that it appears equally wide.
            const Vec3 aside = geo::cross(b - a, a - eye.position);
            const double n = geo::length(aside), far_m = geo::length(a - eye.position);
            if (n < 1e-9) continue;
            const Vec3 half = aside * (std::max(0.004, 0.0009 * far_m) / n);
            const auto faded = [&](int k) {
                Colour one = colour;
                one.a = static_cast<std::uint8_t>(lit * (40 + 150.0 * k / kPieces));
                return one;
            };
            lines.quad({a - half, b - half, b + half, a + half},
                       {faded(i), faded(i + 1), faded(i + 1), faded(i)});
        }
    }
    glowing(lines, false);
}

std::vector<Renderer::Tag> Renderer::tags_of(const Scene& scene) {
    constexpr double kFar_tag_m = 140, kFarFromAbove_m = 400;
    std::vector<Tag> tags;
    for (const Body& body : scene.bodies) {
        const config::AgentSpec& agent = setup_.scenario.agents.at(body.agent.value);
        if (agent.element && body.seen_as == body::SeenAs::object) continue;
        if (camera_.kind() == CameraKind::cockpit && followed_ == body.agent) continue;
        const Shape& shape = figure_of(body).shape;
        const auto at = where(body.motion.position + Vec3{0, 0, shape.size.z - shape.above_ground_m + 0.5});
        if (!at || at->depth_m > (camera_.kind() == CameraKind::top ? kFarFromAbove_m : kFar_tag_m)) continue;
        const double km_h = geo::length(body.motion.velocity) * 3.6;
        tags.push_back(
            {body.agent, {at->x, at->y - 4, at->depth_m}, fmt::format("{} {:.0f} km/h", agent.name, km_h)});
    }
    std::sort(tags.begin(), tags.end(), [this](const Tag& a, const Tag& b) {
        const bool first = followed_ == a.agent, second = followed_ == b.agent;
        return first != second ? first : a.at.depth_m < b.at.depth_m;
    });
    std::vector<Tag> kept;
    for (Tag& tag : tags) {
        const bool hidden = std::any_of(kept.begin(), kept.end(), [&](const Tag& other) {
            const double reach = (width_of(tag.text) + width_of(other.text)) * kTag_px / 2 + kTag_px;
            return std::abs(tag.at.x - other.at.x) < reach && std::abs(tag.at.y - other.at.y) < 2.1 * kTag_px;
        });
        if (!hidden) kept.push_back(std::move(tag));
    }
    return kept;
}

void Renderer::write(const Scene& scene) {
    constexpr double kStatus = 11;
    const PictureSize size = drawn_size();
    overlay_.clear();
    for (const Tag& tag : tags_of(scene)) {
        const bool chosen = followed_ == tag.agent;
        overlay_.label(tag.at.x, tag.at.y, kTag_px, tag.text,
                       chosen ? Colour{24, 92, 160, 215} : Colour{18, 22, 28, 150}, {244, 246, 248});
    }
    std::string line = fmt::format("{}   {:.2f} s", setup_.scenario.name, scene.now.to_seconds());
    if (scene.real_time_factor) line += fmt::format("   {:.2f}x real time", *scene.real_time_factor);
    if (scene.drift) line += fmt::format("   slowest peer {} heartbeats behind", *scene.drift);
    constexpr std::array<const char*, 4> kCameras{"chase", "cockpit", "top", "free"};
    std::string right;
    if (const Body* body = followed_ ? body_of(scene, *followed_) : nullptr) {
        right = fmt::format("{} {:.0f} km/h   ", setup_.scenario.agents.at(body->agent.value).name,
                            geo::length(body->motion.velocity) * 3.6);
    }
    right += fmt::format("{} camera", kCameras[static_cast<std::size_t>(camera_.kind())]);
    overlay_.rectangle(0, size.height - 2.4 * kStatus, size.width, size.height, {14, 18, 24, 190});
    overlay_.text(12, size.height - 1.7 * kStatus, kStatus, line, {236, 240, 244});
    overlay_.text(size.width - 12 - width_of(right) * kStatus, size.height - 1.7 * kStatus, kStatus, right,
                  {236, 240, 244});
    flush_overlay();
}

void Renderer::flush_overlay() {
    if (overlay_.corners().empty()) return;
    const PictureSize size = drawn_size();
    std::vector<video::S3DVertex> vertices;
    std::vector<irr::u32> indices;
    for (const Overlay::Corner& corner : overlay_.corners()) {
        indices.push_back(static_cast<irr::u32>(vertices.size()));
        vertices.push_back({static_cast<float>(2 * corner.x / size.width - 1),
                            static_cast<float>(1 - 2 * corner.y / size.height), 0, 0, 0, -1,
                            to_library(corner.colour), 0, 0});
    }
    for (const auto state : {video::ETS_PROJECTION, video::ETS_VIEW, video::ETS_WORLD})
        driver_->setTransform(state, irr::core::IdentityMatrix);
    video::SMaterial material = material_of(false);
    material.MaterialType = video::EMT_TRANSPARENT_VERTEX_ALPHA;
    material.ZBuffer = video::ECFN_NEVER;
    material.ZWriteEnable = false;
    material.FogEnable = false;
    driver_->setMaterial(material);
    driver_->drawVertexPrimitiveList(vertices.data(), static_cast<irr::u32>(vertices.size()), indices.data(),
                                     static_cast<irr::u32>(indices.size() / 3), video::EVT_STANDARD,
                                     irr::scene::EPT_TRIANGLES, video::EIT_32BIT);
}

void Renderer::draw(const Scene& scene) {
    point_camera(scene);
    const video::SColor back = to_library(palette::kHorizon);
    driver_->beginScene(true, true, back);
    if (target_ != nullptr) driver_->setRenderTarget(target_, true, true, back);
    sky();
    set_camera();
    layer(land_.get(), 0);
    layer(roads_.get(), 1);
    layer(paint_.get(), 2);
    layer(solids_.get(), 0);
    draw_shadows(scene);
    for (const Body& body : scene.bodies) draw_body(body);
    draw_signals(scene);
    draw_messages(scene);
    write(scene);
    if (target_ != nullptr) {
        driver_->setRenderTarget(video::ERT_FRAME_BUFFER, false, false);
        const auto& window = driver_->getScreenSize();
        driver_->draw2DImage(
            target_, irr::core::recti(0, 0, static_cast<int>(window.Width), static_cast<int>(window.Height)),
            irr::core::recti({0, 0}, target_->getSize()));
    }
    driver_->endScene();
}

Picture Renderer::picture() {
    SYN_REQUIRE(target_ != nullptr);
    Picture picture{setup_.size, {}};
    picture.pixels.resize(static_cast<std::size_t>(setup_.size.width) *
                          static_cast<std::size_t>(setup_.size.height));
    const auto* fine = static_cast<const std::uint8_t*>(target_->lock(video::ETLM_READ_ONLY));
    if (fine == nullptr) return picture;
    const std::size_t pitch = target_->getPitch();
    for (std::size_t y = 0; y < static_cast<std::size_t>(setup_.size.height); ++y) {
        for (std::size_t x = 0; x < static_cast<std::size_t>(setup_.size.width); ++x) {
            std::array<unsigned, 3> sum{};  // blue, green, red
            for (std::size_t k = 0; k < kFiner * kFiner; ++k) {
                const std::uint8_t* pixel =
                    fine + (y * kFiner + k / kFiner) * pitch + (x * kFiner + k % kFiner) * 4;
                for (std::size_t c = 0; c < 3; ++c) sum[c] += pixel[c];
            }
            const auto mean = [&](std::size_t c) {
                return static_cast<std::uint8_t>((sum[c] + kFiner * kFiner / 2) / (kFiner * kFiner));
            };
            picture.pixels[y * static_cast<std::size_t>(setup_.size.width) + x] = {mean(2), mean(1), mean(0)};
        }
    }
    target_->unlock();
    return picture;
}

}  // namespace synchrono::client::view
