#include "client/sensors/ray_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "client/kind/appearance.hpp"
#include "client/scenery/palette.hpp"
#include "client/scenery/scenery.hpp"
#include "client/scenery/shapes.hpp"
#include "client/scenery/signal_heads.hpp"
#include "client/sensors/internal/soup.hpp"
#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using internal::class_of;
using internal::Device;
using internal::Face;
using internal::Geometry;
using internal::make_scene;
using internal::Scene;
using internal::Soup;
using scenery::Mesh;

// A packet is passed to Embree without a copy, so its layout must be Embree's.
static_assert(sizeof(RayPacket) == sizeof(RTCRayHit16) && std::is_standard_layout_v<RayPacket>);
static_assert(offsetof(RayPacket, near_m) == offsetof(RTCRayHit16, ray.tnear));
static_assert(offsetof(RayPacket, dx) == offsetof(RTCRayHit16, ray.dir_x));
static_assert(offsetof(RayPacket, time) == offsetof(RTCRayHit16, ray.time));
static_assert(offsetof(RayPacket, far_m) == offsetof(RTCRayHit16, ray.tfar));
static_assert(offsetof(RayPacket, flags) == offsetof(RTCRayHit16, ray.flags));
static_assert(offsetof(RayPacket, nx) == offsetof(RTCRayHit16, hit.Ng_x));
static_assert(offsetof(RayPacket, triangle) == offsetof(RTCRayHit16, hit.primID));
static_assert(offsetof(RayPacket, mesh) == offsetof(RTCRayHit16, hit.geomID));
static_assert(offsetof(RayPacket, body) == offsetof(RTCRayHit16, hit.instID));

/// Masks of rays and bodies: a ray meets a body if their masks have a bit in common. Each agent for which
/// pass_through() was called has a bit of its own, as long as bits are left; the last bit belongs to only one
/// of the further agents at a time.
constexpr std::uint32_t kFixedMask = 1, kBodyMask = 2, kFirstViewerMask = 4, kLastViewerMask = 1U << 31;

/// The fixed world is instance 0 of the scene, and the body of agent n is instance n + 1.
constexpr std::uint32_t kFixedInstance = 0;

/// Returns the motion that a body had a time of `elapsed` earlier, by dead reckoning with its velocities
/// reversed.
geo::Motion reckoned_back(const geo::Motion& motion, SimDuration elapsed) {
    geo::Motion reversed = motion;
    reversed.velocity = motion.velocity * -1;
    reversed.angular_velocity = motion.angular_velocity * -1;
    geo::Motion before = geo::dead_reckon(reversed, elapsed);
    before.velocity = before.velocity * -1;
    before.angular_velocity = before.angular_velocity * -1;
    return before;
}

/// The three columns of a rotation, then a place.
using Matrix = std::array<float, 12>;
Matrix matrix_of(const geo::Quaternion& orientation, Vec3 place) {
    Matrix matrix{};
    const std::array<Vec3, 4> columns{orientation.rotate({1, 0, 0}), orientation.rotate({0, 1, 0}),
                                      orientation.rotate({0, 0, 1}), place};
    for (std::size_t i = 0; i < 4; ++i) {
        matrix[3 * i] = static_cast<float>(columns[i].x);
        matrix[3 * i + 1] = static_cast<float>(columns[i].y);
        matrix[3 * i + 2] = static_cast<float>(columns[i].z);
    }
    return matrix;
}

/// Returns the table that marks valid rays for Embree: -1 for the first `count` rays, 0 for the rest.
const int* first_rays(std::size_t count) {
    alignas(64) static constexpr auto kTable = [] {
        std::array<std::array<int, RayPacket::kRays>, RayPacket::kRays + 1> table{};
        for (std::size_t n = 0; n < table.size(); ++n) {
            for (std::size_t i = 0; i < n; ++i) table[n][i] = -1;
        }
        return table;
    }();
    return kTable[count].data();
}

}  // namespace

struct RayWorld::Impl {
    explicit Impl(const config::Scenario& of) : scenario(of), slots(of.agents.size()) {
        // Embree builds its trees in this one thread: several threads would build different trees in each
        // run.
        device.reset(rtcNewDevice("threads=1,set_affinity=0"));
        SYN_ENSURE(device != nullptr);
        const bool masks_rays =
            rtcGetDeviceProperty(device.get(), RTC_DEVICE_PROPERTY_RAY_MASK_SUPPORTED) != 0;
        SYN_ENSURE(masks_rays && "Embree has to be built with EMBREE_RAY_MASK");
        rtcInitIntersectContext(&context);
        rtcInitIntersectContext(&shadow_context);
        // Only primary rays are marked as coherent. With the mark, Embree 3.13 never returns from some
        // packets of shadow rays, and the mark does not make shadow rays faster.
        context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    }

    /// The triangles and the size that all agents of one shape share.
    struct Figure {
        Scene scene;
        RayWorld::Extent extent;
    };
    /// The body of one agent in the scene.
    struct Slot {
        const Figure* figure = nullptr;
        const std::vector<Face>* faces = nullptr;  // null: slot_of() has not been called for the agent yet
        Geometry instance{};
        bool present = false;
        unsigned steps = 1;  // poses of the instance: 2 for a heartbeat, 1 for an instant
        std::uint32_t mask = kBodyMask;
        std::uint32_t body = 0;  // index in `bodies` while the body is present
        Matrix from{}, to{};
    };
    /// A signal head and the faces of its lamps in `fixed_faces`.
    struct Head {
        scenery::SignalHead head;
        std::uint32_t first = 0;              // index of the first lamp's first face
        std::array<std::uint32_t, 4> ends{};  // index after the last face of each lamp
        std::uint32_t lamps = 0;
    };

    /// Returns the agent's slot. Makes the agent's figure, faces and instance at the first call for the
    /// agent.
    Slot& slot_of(AgentId agent);
    /// Makes the fixed world, and the scene that the bodies join.
    void build(const scenery::Scenery& scenery, const std::vector<scenery::SignalHead>& heads, Vec3 origin);
    /// Colours the lamps of all signal heads.
    void colour_lamps(std::span<const body::SignalsInSight* const> signals);
    const Face& face(const RayPacket& packet, std::size_t ray) const {
        const std::vector<Face>& faces =
            packet.body[ray] == kFixedInstance ? fixed_faces : *slots[packet.body[ray] - 1].faces;
        return faces[packet.triangle[ray]];
    }
    /// Returns the body that the ray met. Requires a ray that met a body.
    const Body& body(const RayPacket& packet, std::size_t ray) const {
        return bodies[slots[packet.body[ray] - 1].body];
    }

    const config::Scenario& scenario;
    Device device;
    RTCIntersectContext context{}, shadow_context{};
    Scene fixed, scene;  // `scene` holds instances of `fixed` and of the bodies
    Geometry fixed_instance;
    std::vector<Face> fixed_faces;
    std::map<std::string, Figure> figures;                                     // by shape_name
    std::map<std::pair<std::string, std::uint32_t>, std::vector<Face>> skins;  // by shape_name and paint
    std::vector<Slot> slots;                                                   // by agent
    std::vector<Head> heads;
    std::vector<Body> bodies, gone;  // of the last update(), and of the update() before
    std::uint32_t seen = ~0U;        // mask of later rays
    std::uint32_t next_viewer = kFirstViewerMask;
    std::optional<AgentId> last_viewer;  // the agent that has kLastViewerMask now
};

RayWorld::Impl::Slot& RayWorld::Impl::slot_of(AgentId agent) {
    Slot& slot = slots.at(agent.value);
    if (slot.faces != nullptr) return slot;
    const config::AgentSpec& spec = scenario.agents[agent.value];
    const std::string name = kind::shape_name(spec);
    const scenery::Coat paint = kind::paint_of(spec);
    const auto figure = figures.find(name);
    const std::pair skin{name, std::uint32_t{paint.r} << 16 | std::uint32_t{paint.g} << 8 | paint.b};
    const auto faces = skins.find(skin);
    if (figure != figures.end() && faces != skins.end()) {
        slot.figure = &figure->second;
        slot.faces = &faces->second;
    } else {
        const scenery::Shape shape = kind::shape_of(scenario, spec);
        Soup soup;
        const auto describe = [kind = class_of(spec)](std::uint32_t, Face& face) { face.kind = kind; };
        soup.add(shape.body, {}, describe);
        soup.add(shape.brake_lights, {}, [&](std::uint32_t triangle, Face& face) {
            describe(triangle, face);
            face.brakes = true;
        });
        // Wheels neither roll nor steer here, because that would hardly change what rays meet.
        for (std::size_t i = 0; i < std::min(shape.wheels.size(), shape.wheel_poses.size()); ++i)
            soup.add(shape.wheels[i], shape.wheel_poses[i], describe);
        if (figure == figures.end()) {
            Figure made{make_scene(device.get(), soup), {shape.size, shape.above_ground_m}};
            slot.figure = &figures.emplace(name, std::move(made)).first->second;
        } else {
            slot.figure = &figure->second;
        }
        slot.faces = &skins.emplace(skin, std::move(soup.faces)).first->second;
    }
    slot.instance.reset(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_INSTANCE));
    rtcSetGeometryInstancedScene(slot.instance.get(), slot.figure->scene.get());
    rtcSetGeometryMask(slot.instance.get(), slot.mask);
    rtcAttachGeometryByID(scene.get(), slot.instance.get(), agent.value + 1);
    rtcDisableGeometry(slot.instance.get());
    return slot;
}

void RayWorld::Impl::build(const scenery::Scenery& scenery,
                           const std::vector<scenery::SignalHead>& signal_heads, Vec3 origin) {
    const geo::Pose shifted{origin * -1, {}};
    Soup soup;
    for (const Mesh* mesh : {&scenery.land, &scenery.roads, &scenery.paint}) {
        soup.add(*mesh, shifted,
                 [&](std::uint32_t, Face& face) { face.kind = class_of(*mesh, scenery, face.material); });
    }
    std::size_t part = 0;
    soup.add(scenery.solids, shifted, [&](std::uint32_t triangle, Face& face) {
        while (part + 1 < scenery.parts.size() && scenery.parts[part + 1].first <= triangle) ++part;
        if (scenery.parts.empty()) return;
        face.kind = class_of(scenery.parts[part].thing);
        face.number = scenery.parts[part].number;
    });
    for (const scenery::SignalHead& head : signal_heads) {
        const auto describe = [&](std::uint32_t, Face& face) {
            face.kind = SYN_CLASS_SIGNAL;
            face.number = head.agent.value;
        };
        const geo::Pose pose{head.position - origin, geo::Quaternion::from_yaw(head.yaw_rad)};
        soup.add(scenery::signal_housing(head.for_walkers), pose, describe);
        Head known{.head = head, .first = static_cast<std::uint32_t>(soup.faces.size())};
        for (const Vec3& place : scenery::lamp_places(head.for_walkers)) {
            soup.add(scenery::signal_lamp(scenery::palette::kUnlit),
                     {pose.position + pose.orientation.rotate(place), pose.orientation}, describe);
            known.ends[known.lamps++] = static_cast<std::uint32_t>(soup.faces.size());
        }
        heads.push_back(known);
    }
    fixed = make_scene(device.get(), soup);
    fixed_faces = std::move(soup.faces);

    scene.reset(rtcNewScene(device.get()));
    rtcSetSceneFlags(scene.get(), RTC_SCENE_FLAG_DYNAMIC);
    fixed_instance.reset(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_INSTANCE));
    rtcSetGeometryInstancedScene(fixed_instance.get(), fixed.get());
    rtcSetGeometryMask(fixed_instance.get(), kFixedMask);
    rtcCommitGeometry(fixed_instance.get());
    rtcAttachGeometryByID(scene.get(), fixed_instance.get(), kFixedInstance);
    rtcCommitScene(scene.get());
}

void RayWorld::Impl::colour_lamps(std::span<const body::SignalsInSight* const> signals) {
    for (const Head& head : heads) {
        const auto of = std::find_if(signals.begin(), signals.end(),
                                     [&](const auto* one) { return one->agent == head.head.agent; });
        const body::Lamp* shown = nullptr;
        if (of != signals.end()) {
            const auto lamp =
                std::find_if((*of)->groups.begin(), (*of)->groups.end(),
                             [&](const body::Lamp& one) { return one.group == head.head.group; });
            if (lamp != (*of)->groups.end()) shown = &*lamp;
        }
        std::uint32_t face = head.first;
        for (std::size_t i = 0; i < head.lamps; ++i) {
            const scenery::Coat coat = shown != nullptr
                                           ? scenery::lamp_colour(head.head.for_walkers, i, shown->state)
                                           : scenery::palette::kUnlit;
            if (!(fixed_faces[face].colour == coat)) {
                for (std::uint32_t k = face; k < head.ends[i]; ++k) fixed_faces[k].colour = coat;
            }
            face = head.ends[i];
        }
    }
}

void RayPacket::aim(std::size_t ray, Vec3 from, Vec3 direction, double near, double far, double share) {
    x[ray] = static_cast<float>(from.x);
    y[ray] = static_cast<float>(from.y);
    z[ray] = static_cast<float>(from.z);
    dx[ray] = static_cast<float>(direction.x);
    dy[ray] = static_cast<float>(direction.y);
    dz[ray] = static_cast<float>(direction.z);
    near_m[ray] = static_cast<float>(near);
    far_m[ray] = static_cast<float>(far);
    time[ray] = static_cast<float>(share);
}

RayWorld::RayWorld(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                   const ground::Ground& ground)
    : impl_(std::make_unique<Impl>(scenario)) {
    scenery::Scenery made = scenery::make_scenery(scenario, roads, ground);
    const auto heads = scenery::place_signal_heads(scenario, roads, scenery::height_on(ground), made);
    const Vec3 middle = (made.low + made.high) * 0.5;
    origin_ = {std::round(middle.x), std::round(middle.y), std::round(made.low.z)};
    impl_->build(made, heads, origin_);
}

RayWorld::~RayWorld() = default;

void RayWorld::update(SimTime from, SimTime to, std::span<const Body> bodies,
                      std::span<const body::SignalsInSight* const> signals) {
    SYN_REQUIRE(from <= to);
    Impl& impl = *impl_;
    const unsigned steps = from < to ? 2 : 1;
    for (const Body& gone : impl.bodies) impl.slots[gone.agent.value].body = RayPacket::kNone;
    impl.bodies.swap(impl.gone);
    impl.bodies.assign(bodies.begin(), bodies.end());
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        SYN_REQUIRE(i == 0 || bodies[i - 1].agent < bodies[i].agent);
        Body& body = impl.bodies[i];
        if (!body.before) body.before = steps == 2 ? reckoned_back(body.motion, to - from) : body.motion;
        Impl::Slot& slot = impl.slot_of(body.agent);
        RTCGeometry instance = slot.instance.get();
        slot.body = i;
        if (!slot.present) rtcEnableGeometry(instance);
        slot.present = true;
        if (steps != slot.steps) rtcSetGeometryTimeStepCount(instance, steps);
        slot.steps = steps;
        slot.to = matrix_of(body.motion.orientation, body.motion.position - origin_);
        slot.from =
            steps == 1 ? slot.to : matrix_of(body.before->orientation, body.before->position - origin_);
        rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, slot.from.data());
        if (steps == 2)
            rtcSetGeometryTransform(instance, 1, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, slot.to.data());
        rtcCommitGeometry(instance);
    }
    for (const Body& body : impl.gone) {
        Impl::Slot& slot = impl.slots[body.agent.value];
        if (slot.body != RayPacket::kNone) continue;
        slot.present = false;
        rtcDisableGeometry(slot.instance.get());
    }
    rtcCommitScene(impl.scene.get());
    impl.colour_lamps(signals);
}

void RayWorld::pass_through(std::optional<AgentId> agent) {
    Impl& impl = *impl_;
    impl.seen = ~0U;
    if (!agent) return;
    Impl::Slot& slot = impl.slot_of(*agent);
    if (slot.mask == kBodyMask) {
        const auto set = [](Impl::Slot& one, std::uint32_t mask) {
            one.mask = mask;
            rtcSetGeometryMask(one.instance.get(), mask);
            rtcCommitGeometry(one.instance.get());
        };
        if (impl.next_viewer == kLastViewerMask) {
            if (impl.last_viewer) set(impl.slots[impl.last_viewer->value], kBodyMask);
            impl.last_viewer = agent;
        }
        set(slot, impl.next_viewer);
        if (impl.next_viewer != kLastViewerMask) impl.next_viewer <<= 1;
        rtcCommitScene(impl.scene.get());
    }
    impl.seen = ~slot.mask;
}

void RayWorld::intersect(RayPacket& packet, std::size_t count) const {
    packet.mask.fill(impl_->seen);
    packet.flags.fill(0);
    packet.mesh.fill(RayPacket::kNone);
    packet.body.fill(RayPacket::kNone);
    rtcIntersect16(first_rays(count), impl_->scene.get(), &impl_->context,
                   reinterpret_cast<RTCRayHit16*>(&packet));
}

void RayWorld::cast(RayPacket& packet, std::size_t count) const {
    intersect(packet, count);
    // Only normals of bodies have to be rotated. `body` is 0 for rays that met the fixed world and kNone for
    // rays that met nothing, so `body + 1` is above 1 only for rays that met a body.
    std::uint32_t bodies = 0;
    for (std::size_t i = 0; i < RayPacket::kRays; ++i) bodies |= packet.body[i] + 1U > 1U ? 1U : 0U;
    for (std::size_t i = 0; bodies != 0 && i < count; ++i) {
        if (!packet.met(i) || packet.body[i] == kFixedInstance) continue;
        const Impl::Slot& slot = impl_->slots[packet.body[i] - 1];
        const float late = packet.time[i], early = 1 - late;
        const std::array<float, 3> n{packet.nx[i], packet.ny[i], packet.nz[i]};
        std::array<float, 3> turned{};
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                const std::size_t k = 3 * column + row;
                turned[row] += (early * slot.from[k] + late * slot.to[k]) * n[column];
            }
        }
        packet.nx[i] = turned[0], packet.ny[i] = turned[1], packet.nz[i] = turned[2];
    }
    for (std::size_t i = 0; i < RayPacket::kRays; ++i) {
        const float x = packet.nx[i], y = packet.ny[i], z = packet.nz[i];
        const float square = x * x + y * y + z * z;
        // The normal of a tiny triangle may be 0. The reversed direction of the ray then takes its place.
        const bool some = square > 0;
        const float along = x * packet.dx[i] + y * packet.dy[i] + z * packet.dz[i];
        const float scale = std::copysign(1.0F / std::sqrt(square), -along);
        packet.nx[i] = some ? x * scale : -packet.dx[i];
        packet.ny[i] = some ? y * scale : -packet.dy[i];
        packet.nz[i] = some ? z * scale : -packet.dz[i];
    }
}

std::uint32_t RayWorld::occluded(RayPacket& packet, std::size_t count, Against against) const {
    packet.mask.fill(against == Against::others ? impl_->seen : ~0U);
    packet.flags.fill(0);
    RTCScene scene = against == Against::fixed ? impl_->fixed.get() : impl_->scene.get();
    rtcOccluded16(first_rays(count), scene, &impl_->shadow_context, reinterpret_cast<RTCRay16*>(&packet));
    std::uint32_t blocked = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (packet.far_m[i] < 0) blocked |= 1U << i;
    }
    return blocked;
}

scenery::Material RayWorld::material(const RayPacket& packet, std::size_t ray) const {
    return impl_->face(packet, ray).material;
}

void RayWorld::materials(const RayPacket& packet, RayPacket::Each<scenery::Material>& materials) const {
    const Face* const fixed = impl_->fixed_faces.data();
    for (std::size_t i = 0; i < RayPacket::kRays; ++i) {
        if (packet.body[i] == kFixedInstance) {
            materials[i] = fixed[packet.triangle[i]].material;
        } else {
            materials[i] = packet.met(i) ? impl_->face(packet, i).material : scenery::Material::none;
        }
    }
}

RayWorld::Surface RayWorld::surface(const RayPacket& packet, std::size_t ray) const {
    const Face& face = impl_->face(packet, ray);
    Surface surface{.colour = face.colour,
                    .material = face.material,
                    .glows = face.material == scenery::Material::lamp,
                    .kind = face.kind,
                    .number = face.number};
    if (packet.body[ray] == kFixedInstance) return surface;
    surface.agent = AgentId{packet.body[ray] - 1};
    if (face.brakes) {
        surface.glows = impl_->body(packet, ray).brakes;
        if (!surface.glows) surface.colour = scenery::palette::kTailLight;
    }
    return surface;
}

Vec3 RayWorld::velocity(const RayPacket& packet, std::size_t ray) const {
    if (packet.body[ray] == kFixedInstance) return {};
    const Body& of = impl_->body(packet, ray);
    const double late = packet.time[ray], far_m = packet.far_m[ray];
    const Vec3 point =
        origin_ + Vec3{packet.x[ray] + packet.dx[ray] * far_m, packet.y[ray] + packet.dy[ray] * far_m,
                       packet.z[ray] + packet.dz[ray] * far_m};
    const Vec3 middle = of.before->position * (1 - late) + of.motion.position * late;
    return of.motion.velocity +
           geo::cross(of.motion.orientation.rotate(of.motion.angular_velocity), point - middle);
}

std::span<const RayWorld::Body> RayWorld::bodies() const { return impl_->bodies; }

RayWorld::Extent RayWorld::extent(AgentId agent) const { return impl_->slot_of(agent).figure->extent; }

}  // namespace synchrono::client::sensors
