/// Shapes as triangles with colours and materials, and the few solids that everything in a world is made of.
/// World axes: x east or forward, y north or left, z up; triangles are seen from where they run
/// anticlockwise.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::scenery {

struct Colour {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// What a surface is made of, as sensors tell it apart. `none` is of what is only drawn: shadows, letters.
enum class Material : std::uint8_t {
    none,
    land,
    asphalt,
    paint,  // on roads
    pavement,
    building,
    car_paint,
    glass,
    rubber,
    metal,
    plate,  // sends light back to where it came from: licence plates, tail lights, bands of cones
    lamp,
    cloth,
    plastic,
};
inline constexpr std::size_t kMaterials = 14;

/// How a surface looks: it goes wherever only its colour is asked for.
struct Coat : Colour {
    Material material = Material::none;

    constexpr Coat(Colour colour, Material of = Material::none) : Colour(colour), material(of) {}
};
/// All three times `factor`, at most white.
Coat shaded(Coat coat, double factor);

struct Vertex {
    std::array<float, 3> at{};
    std::array<float, 3> normal{0, 0, 1};
    Colour colour;
    Material material = Material::none;
};

using Point2 = std::array<double, 2>;

/// Threading: none of its own.
class Mesh {
  public:
    bool empty() const { return indices_.empty(); }
    std::span<const Vertex> vertices() const { return vertices_; }
    std::span<const std::uint32_t> indices() const { return indices_; }

    void triangle(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, Coat coat);
    /// Anticlockwise; need not be quite flat.
    void quad(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 d, Coat coat);
    /// Coats of the corners one by one.
    void quad(const std::array<geo::Vec3, 4>& corners, const std::array<Coat, 4>& coats);
    /// Between two lines of as many points, seen from above; `left` lies to the left of `right`.
    void strip(std::span<const geo::Vec3> left, std::span<const geo::Vec3> right, Coat coat);
    /// A flat outline, either way round, that does not cross itself; seen from above.
    void polygon(std::span<const geo::Vec3> outline, Coat coat);
    /// Axis-aligned.
    void box(geo::Vec3 low, geo::Vec3 high, Coat coat);
    /// An outline in x and z, drawn out along y from -half_width to half_width; the two sides may lean in:
    /// at the outline's top they are `top_inset` nearer to the middle than at its bottom. Anticlockwise seen
    /// from the right (from negative y), convex.
    void profile(std::span<const Point2> outline, double half_width, double top_inset, Coat coat);
    /// About an axis along y through `middle`.
    void drum(geo::Vec3 middle, double radius, double half_width, Coat side, Coat cap, int pieces = 24);
    /// Upright.
    void cone(geo::Vec3 foot, double radius_low, double radius_high, double height, Coat coat,
              int pieces = 16);
    void ball(geo::Vec3 middle, double radius, Coat coat, int pieces = 12);

    /// Everything of another, moved.
    void add(const Mesh& other, const geo::Pose& pose);

  private:
    std::uint32_t vertex(geo::Vec3 at, geo::Vec3 normal, Coat coat);

    std::vector<Vertex> vertices_;
    std::vector<std::uint32_t> indices_;
};

/// Indices of triangles that cover an outline, three by three, anticlockwise; for one that crosses itself
/// some of it. Requires at least three points.
std::vector<std::uint32_t> triangulated(std::span<const Point2> outline);

}  // namespace synchrono::scenery
