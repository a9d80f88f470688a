/// Shapes made of triangles with colours and materials, and the few solids from which everything in a world
/// is built. Axes: x is east or forward, y north or left, z up. A triangle faces the side from which its
/// corners run anticlockwise.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client::scenery {

struct Colour {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// The material of a surface, as far as sensors distinguish materials. `none` is for things that exist only
/// in pictures for people, such as shadows and letters.
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
    plate,  // sends light back to where it came from: licence plates, tail lights, bands of traffic cones
    lamp,
    cloth,
    plastic,
};
inline constexpr std::size_t kMaterials = 14;

/// The colour and the material of a surface. A coat can be passed wherever only a colour is needed.
struct Coat : Colour {
    Material material = Material::none;

    constexpr Coat(Colour colour, Material of = Material::none) : Colour(colour), material(of) {}
};
/// Returns the coat with red, green and blue multiplied by `factor`, each limited to 255.
Coat shaded(Coat coat, double factor);

struct Vertex {
    std::array<float, 3> at{};
    std::array<float, 3> normal{0, 0, 1};
    Colour colour;
    Material material = Material::none;
};

using Point2 = std::array<double, 2>;

/// A shape made of triangles, to which solids and other meshes can be added.
/// Threading: none of its own.
class Mesh {
  public:
    bool empty() const { return indices_.empty(); }
    std::span<const Vertex> vertices() const { return vertices_; }
    std::span<const std::uint32_t> indices() const { return indices_; }

    void triangle(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, Coat coat);
    /// Adds a quadrilateral with corners in anticlockwise order, which need not lie exactly in one plane.
    void quad(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 d, Coat coat);
    /// Adds a quadrilateral with a coat for each corner.
    void quad(const std::array<geo::Vec3, 4>& corners, const std::array<Coat, 4>& coats);
    /// Adds the area between two lines. The area faces up if `left` lies to the left of `right`. Requires
    /// lines with the same number of points.
    void strip(std::span<const geo::Vec3> left, std::span<const geo::Vec3> right, Coat coat);
    /// Adds the area within an outline, facing up. The outline may run in either direction, and must not
    /// cross itself as seen from above.
    void polygon(std::span<const geo::Vec3> outline, Coat coat);
    /// Adds a box whose edges are parallel to the axes.
    void box(geo::Vec3 low, geo::Vec3 high, Coat coat);
    /// Adds a solid with this outline in x and z, which extends along y from -half_width to half_width. The
    /// two sides of the solid may lean inwards: each is `top_inset` nearer to the middle at the top of the
    /// outline than at the bottom. Requires an outline that is anticlockwise as seen from the right (from
    /// negative y).
    void profile(std::span<const Point2> outline, double half_width, double top_inset, Coat coat);
    /// Adds a cylinder about an axis along y through `middle`.
    void drum(geo::Vec3 middle, double radius, double half_width, Coat side, Coat cap, int pieces = 24);
    /// Adds an upright cone, which may be cut off at the top.
    void cone(geo::Vec3 foot, double radius_low, double radius_high, double height, Coat coat,
              int pieces = 16);
    void ball(geo::Vec3 middle, double radius, Coat coat, int pieces = 12);

    /// Adds all triangles of another mesh, placed at `pose`.
    void add(const Mesh& other, const geo::Pose& pose);

  private:
    std::uint32_t vertex(geo::Vec3 at, geo::Vec3 normal, Coat coat);

    std::vector<Vertex> vertices_;
    std::vector<std::uint32_t> indices_;
};

/// Returns the corners of triangles that cover an outline, as indices of its points: three for each
/// triangle, anticlockwise. Covers only a part of an outline that crosses itself. Requires at least three
/// points.
std::vector<std::uint32_t> triangulated(std::span<const Point2> outline);

}  // namespace synchrono::client::scenery
