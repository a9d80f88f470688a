#include "common/roadmap/map_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "common/roadmap/geometry.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kSpacing_m = 0.5;
constexpr double kVerge_m = 4;    // the width beside a road over which its surface fades into the country
constexpr double kRim_m = 1;      // a road counts in full at places this far inside its edges
constexpr double kStorey_m = 3;   // a road further above or below is on another storey
constexpr double kWidth_m = 200;  // the greatest distance of an edge from the reference line
constexpr double kFar_m = 3e7;    // coordinates beyond this are out of bounds
// A map that exceeds one of the following four limits is laid out again with squares twice as wide.
constexpr double kCellsMax = 4e6;              // tiles, the empty ones included
constexpr std::size_t kTilesMax = 16'384;      // tiles that are not empty: 80 MB if each has one storey
constexpr double kSamplesMax = 300'000;        // cross-sections of all roads
constexpr std::size_t kPiecesMax = 4'000'000;  // pieces of roads, summed over the tiles
constexpr std::size_t kRoadsMax = 64;          // in one tile; further roads are ignored
constexpr double kCountryNodesMax = 1e6;       // nodes of the open country; wide maps have them farther apart

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// Returns 0 to 1 as x goes from 0 to 1, with zero slope at both ends.
double smooth(double x) {
    const double in = std::clamp(x, 0.0, 1.0);
    return in * in * (3 - 2 * in);
}

/// The cross-section of a road at one s: the place of its reference line, and its edges.
struct Sample {
    double x = 0, y = 0, cos = 1, sin = 0;
    double right = 0, left = 0;  // t of the edges
};

struct Box {
    double left = std::numeric_limits<double>::infinity(), bottom = left;
    double right = -left, top = -left;

    void add(double x, double y) {
        left = std::min(left, x);
        right = std::max(right, x);
        bottom = std::min(bottom, y);
        top = std::max(top, y);
    }
    Box grown(double by) const {
        Box box;
        box.left = left - by;
        box.bottom = bottom - by;
        box.right = right + by;
        box.top = top + by;
        return box;
    }
};

/// One road, cut into equal pieces.
struct Strip {
    const Road* road = nullptr;
    double piece_m = 0;
    std::vector<Sample> samples{};  // one more than the number of pieces
    bool is_plain = false;          // all lanes lie on the surface, which is straight across

    Strip(const Road& of, double longest_m) : road(&of) {
        if (!(of.length_m > 1e-6) || of.plan.empty()) return;
        const auto pieces = static_cast<std::size_t>(std::ceil(of.length_m / longest_m));
        piece_m = of.length_m / static_cast<double>(pieces);
        for (std::size_t i = 0; i <= pieces; ++i) samples.push_back(sample(static_cast<double>(i) * piece_m));
        is_plain = of.shapes.empty();
        for (const LaneSection& section : of.sections) {
            for (const Lane& lane : section.lanes) is_plain = is_plain && !lane.level && lane.heights.empty();
        }
    }

    std::size_t pieces() const { return samples.empty() ? 0 : samples.size() - 1; }

    double height_m(double s, double t) const {
        if (!is_plain) return ground_height_m(*road, s, t);
        const double lean = evaluate(road->superelevation, s).value;
        return evaluate(road->elevation, s).value + (lean != 0 ? t * std::sin(lean) : 0);
    }

    /// Returns the box around a piece and the verge beside it, and around the verge beyond the road's ends.
    /// Returns nothing if the piece jumps or lies out of bounds.
    std::optional<Box> box(std::size_t piece, double verge_m) const {
        Box box;
        for (const std::size_t i : {piece, piece + 1}) {
            const Sample& at = samples[i];
            for (const double t : {at.right - verge_m, at.left + verge_m})
                box.add(at.x - t * at.sin, at.y + t * at.cos);
        }
        if (piece == 0 || piece + 1 == pieces()) box = box.grown(verge_m);
        const Sample &a = samples[piece], &b = samples[piece + 1];
        const bool good = std::abs(a.x) < kFar_m && std::abs(a.y) < kFar_m &&
                          std::hypot(b.x - a.x, b.y - a.y) < 2 * piece_m;
        return good ? std::optional(box) : std::nullopt;
    }

  private:
    Sample sample(double s) const {
        const LinePoint line = reference_line(*road, s);
        Sample at{line.x_m, line.y_m, std::cos(line.heading_rad), std::sin(line.heading_rad)};
        at.left = at.right = evaluate(road->lane_offset, s).value;
        const LaneSection& section = road->sections[road->section_at(s)];
        for (const int outermost : {section.lanes.front().id, section.lanes.back().id}) {
            if (outermost == 0) continue;
            const double edge = edges(*road, section, outermost, s).outer.value;
            (outermost > 0 ? at.left : at.right) = edge;
        }
        const auto bounded = [](double t) { return t > -kWidth_m ? std::min(t, kWidth_m) : -kWidth_m; };
        at.left = bounded(at.left);
        at.right = std::min(bounded(at.right), at.left);
        return at;
    }
};

/// The height of one road at a node of the grid.
struct NodeHeight {
    float depth_m = kNone;  // distance inside the edges, negative outside; NaN: the road is too far away
    float height_m = 0;     // above the datum
};

struct Piece {
    std::uint32_t tile, road, piece;
};

}  // namespace

/// Makes one surface. Each Maker is used once.
class MapSurface::Maker {
  public:
    Maker(const OpenDrive& map, MapSurface& surface) : map_(map), surface_(surface) {}

    void run() {
        double spacing = kSpacing_m;
        while (!lay_out(spacing)) spacing *= 2;
        if (surface_.columns_ == 0) return;
        make_country();
        for (std::size_t i = 0; i < pieces_.size();) {
            std::size_t end = i;
            while (end < pieces_.size() && pieces_[end].tile == pieces_[i].tile) ++end;
            make_tile(i, end);
            i = end;
        }
        surface_.is_level_ =
            surface_.country_.is_level() && std::all_of(surface_.nodes_.begin(), surface_.nodes_.end(),
                                                        [](float h) { return h == 0 || std::isnan(h); });
    }

  private:
    /// Cuts the roads into pieces and lists which pieces touch which tiles. Returns false if a limit is
    /// exceeded.
    bool lay_out(double spacing) {
        spacing_ = spacing;
        verge_ = std::max(kVerge_m, 4 * spacing);
        double length = 0;
        for (const Road& road : map_.roads) length += road.length_m;
        if (length / (2 * spacing) > kSamplesMax) return false;
        strips_.clear();
        Box all;
        for (const Road& road : map_.roads) {
            const Strip& strip = strips_.emplace_back(road, 2 * spacing);
            for (std::size_t i = 0; i < strip.pieces(); ++i) {
                const auto box = strip.box(i, verge_);
                if (!box) continue;
                all.add(box->left, box->bottom);
                all.add(box->right, box->top);
            }
        }
        if (!(all.left <= all.right)) return true;  // no roads
        box_ = all.grown(2 * spacing);
        const double tile = spacing * static_cast<double>(kTile);
        const double first_column = std::floor(box_.left / tile), first_row = std::floor(box_.bottom / tile);
        const double columns = std::floor(box_.right / tile) - first_column + 1;
        const double rows = std::floor(box_.top / tile) - first_row + 1;
        if (columns * rows > kCellsMax) return false;
        surface_.x_m_ = first_column * tile;
        surface_.y_m_ = first_row * tile;
        surface_.per_spacing_ = 1 / spacing;
        surface_.columns_ = static_cast<std::size_t>(columns);
        surface_.u_max_ = columns * static_cast<double>(kTile);
        surface_.v_max_ = rows * static_cast<double>(kTile);
        surface_.tiles_.assign(static_cast<std::size_t>(columns * rows), {});
        return find_pieces(tile);
    }

    bool find_pieces(double tile) {
        pieces_.clear();
        std::vector<bool> touched(surface_.tiles_.size());
        std::size_t tiles = 0;
        for (std::uint32_t road = 0; road < strips_.size(); ++road) {
            for (std::uint32_t i = 0; i < strips_[road].pieces(); ++i) {
                const auto box = strips_[road].box(i, verge_);
                if (!box) continue;
                const Box near = box->grown(2 * spacing_);
                const auto index = [tile](double at, double from) {
                    return static_cast<std::uint32_t>((at - from) / tile);
                };
                for (std::uint32_t row = index(near.bottom, surface_.y_m_);
                     row <= index(near.top, surface_.y_m_); ++row) {
                    for (std::uint32_t column = index(near.left, surface_.x_m_);
                         column <= index(near.right, surface_.x_m_); ++column) {
                        const auto at = static_cast<std::uint32_t>(row * surface_.columns_ + column);
                        if (!touched[at] && ++tiles > kTilesMax) return false;
                        touched[at] = true;
                        if (pieces_.size() >= kPiecesMax) return false;
                        pieces_.push_back({at, road, i});
                    }
                }
            }
        }
        std::stable_sort(pieces_.begin(), pieces_.end(),
                         [](const Piece& a, const Piece& b) { return a.tile < b.tile; });
        return true;
    }

    /// Makes the land between the roads. The land is as high as the roads are; where roads lie one above
    /// another, as high as the lowest.
    void make_country() {
        geo::HeightField::Grid grid;
        grid.spacing_m = 8 * spacing_;
        const auto count = [&](double from, double to) {
            return std::ceil((to - from) / grid.spacing_m) + 1;
        };
        Box around = box_.grown(8 * grid.spacing_m);
        while (count(around.left, around.right) * count(around.bottom, around.top) > kCountryNodesMax) {
            grid.spacing_m *= 2;
            around = box_.grown(8 * grid.spacing_m);
        }
        grid.x_m = std::floor(around.left / grid.spacing_m) * grid.spacing_m;
        grid.y_m = std::floor(around.bottom / grid.spacing_m) * grid.spacing_m;
        grid.columns = static_cast<std::size_t>(count(grid.x_m, around.right));
        grid.rows = static_cast<std::size_t>(count(grid.y_m, around.top));

        struct Heights {
            double lowest = std::numeric_limits<double>::infinity(), sum = 0;
            std::uint32_t count = 0;
        };
        std::vector<Heights> heights(grid.columns * grid.rows);
        std::optional<double> datum;
        const auto each = [&](auto visit) {
            for (const Strip& strip : strips_) {
                for (std::size_t i = 0; i < strip.pieces(); ++i) {
                    if (!strip.box(i, 0)) continue;
                    const Sample& at = strip.samples[i];
                    const int across = static_cast<int>(std::ceil((at.left - at.right) / grid.spacing_m));
                    for (int k = 0; k <= across; ++k) {
                        const double t = across > 0 ? at.right + (at.left - at.right) * k / across : at.left;
                        const double height = strip.height_m(static_cast<double>(i) * strip.piece_m, t);
                        if (!(std::abs(height) < kFar_m)) continue;
                        if (!datum) datum = height;
                        const double column = (at.x - t * at.sin - grid.x_m) / grid.spacing_m;
                        const double row = (at.y + t * at.cos - grid.y_m) / grid.spacing_m;
                        visit(heights[static_cast<std::size_t>(row + 0.5) * grid.columns +
                                      static_cast<std::size_t>(column + 0.5)],
                              height - *datum);
                    }
                }
            }
        };
        each([](Heights& at, double height) { at.lowest = std::min(at.lowest, height); });
        each([](Heights& at, double height) {
            if (height > at.lowest + kStorey_m) return;
            at.sum += height;
            ++at.count;
        });
        std::vector<float> nodes(heights.size(), kNone);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (heights[i].count > 0) nodes[i] = static_cast<float>(heights[i].sum / heights[i].count);
        }
        geo::fill_gaps(nodes, grid.columns, grid.rows);
        surface_.datum_m_ = datum.value_or(0);
        surface_.country_ = geo::HeightField(grid, nodes, surface_.datum_m_);
    }

    struct InTile {  // a road in one tile
        std::uint32_t road;
        std::vector<NodeHeight> node_heights;
        std::uint32_t storey = 0;  // the first of the tile's roads that this one shares a storey with
    };

    void make_tile(std::size_t begin, std::size_t end) {
        Tile& tile = surface_.tiles_[pieces_[begin].tile];
        const double side = spacing_ * static_cast<double>(kTile);
        const double x = surface_.x_m_ + side * static_cast<double>(pieces_[begin].tile % surface_.columns_);
        const double y = surface_.y_m_ + side * static_cast<double>(pieces_[begin].tile / surface_.columns_);
        roads_.clear();
        for (std::size_t i = begin; i < end; ++i) {
            if (roads_.empty() || roads_.back().road != pieces_[i].road) {
                if (roads_.size() >= kRoadsMax) break;
                roads_.push_back({pieces_[i].road, std::vector<NodeHeight>(kRow * kRow)});
            }
            add_piece(strips_[pieces_[i].road], pieces_[i].piece, x - spacing_, y - spacing_,
                      roads_.back().node_heights);
        }
        std::vector<std::uint32_t> storeys = find_storeys();
        tile = {static_cast<std::uint32_t>(surface_.nodes_.size() / (kRow * kRow)),
                static_cast<std::uint32_t>(storeys.size())};
        for (std::size_t k = 0; k < storeys.size(); ++k) {
            for (std::size_t node = 0; node < kRow * kRow; ++node) {
                const double at_x = x + spacing_ * (static_cast<double>(node % kRow) - 1);
                const double at_y = y + spacing_ * (static_cast<double>(node / kRow) - 1);
                surface_.nodes_.push_back(height_of(node, storeys[k], k == 0, at_x, at_y));
            }
        }
    }

    /// Computes what one piece of a road contributes to the nodes of a tile. The first of these nodes
    /// lies at (x, y).
    void add_piece(const Strip& strip, std::size_t piece, double x, double y,
                   std::vector<NodeHeight>& node_heights) const {
        const Box near = *strip.box(piece, verge_);
        const auto first = [&](double at, double from) {
            return static_cast<std::size_t>(
                std::clamp(std::ceil((at - from) / spacing_), 0.0, static_cast<double>(kRow)));
        };
        const auto last = [&](double at, double from) {
            return static_cast<std::size_t>(
                std::clamp(std::floor((at - from) / spacing_) + 1, 0.0, static_cast<double>(kRow)));
        };
        for (std::size_t j = first(near.bottom, y); j < last(near.top, y); ++j) {
            for (std::size_t i = first(near.left, x); i < last(near.right, x); ++i) {
                const NodeHeight node_height =
                    height_at_node(strip, piece, x + spacing_ * static_cast<double>(i),
                                   y + spacing_ * static_cast<double>(j));
                NodeHeight& known = node_heights[j * kRow + i];
                if (std::isnan(known.depth_m) || node_height.depth_m > known.depth_m) known = node_height;
            }
        }
    }

    NodeHeight height_at_node(const Strip& strip, std::size_t piece, double x, double y) const {
        const Sample &a = strip.samples[piece], &b = strip.samples[piece + 1];
        const bool is_first = piece == 0, is_last = piece + 1 == strip.pieces();
        // The node must lie between the two cross-sections; the first and the last piece also reach beyond
        // the road's ends.
        const double from = (x - a.x) * a.cos + (y - a.y) * a.sin;
        const double to = (b.x - x) * b.cos + (b.y - y) * b.sin;
        if ((from < 0 && !is_first) || (to <= 0 && !is_last) || from + to <= 0) return {};
        const double u = std::clamp(from / (from + to), 0.0, 1.0);
        const double beyond = std::max({-from, -to, 0.0});

        const double u1 = 1 - u, chord = std::hypot(b.x - a.x, b.y - a.y);
        const double weight = u * u * (3 - 2 * u), at_a = chord * u * u1 * u1, at_b = -chord * u * u * u1;
        double cos = a.cos * u1 + b.cos * u, sin = a.sin * u1 + b.sin * u;
        const double norm = std::hypot(cos, sin);
        if (!(norm > 0)) return {};
        cos /= norm;
        sin /= norm;
        const double dx = x - (a.x + weight * (b.x - a.x) + at_a * a.cos + at_b * b.cos);
        const double dy = y - (a.y + weight * (b.y - a.y) + at_a * a.sin + at_b * b.sin);
        const double beside = dy * cos - dx * sin;
        const double right = a.right * u1 + b.right * u, left = a.left * u1 + b.left * u;
        const double across = std::min(left - beside, beside - right);
        const double out = std::hypot(std::min(across, 0.0), beyond);
        if (!(out < verge_)) return {};

        const Road& road = *strip.road;
        const double s = strip.piece_m * (static_cast<double>(piece) + u);
        const double lean = evaluate(road.superelevation, s).value;
        double t = beside;
        if (lean != 0 || !road.shapes.empty()) {
            t = beside / std::cos(lean);
            if (!road.shapes.empty()) {
                const double high =
                    surface(road, s, t).z - evaluate(road.elevation, s).value - t * std::sin(lean);
                t += high / std::cos(lean) * std::tan(lean);
            }
        }
        double height = strip.height_m(s, t);
        if (beyond > 0) {
            const double slope = evaluate(road.elevation, s).first;
            height += (-from > -to ? -slope : slope) * beyond;
        }
        if (!(std::abs(height) < kFar_m)) return {};
        const double along = std::min(s, road.length_m - s);
        return {static_cast<float>(out > 0 ? -out : std::min(across, along)),
                static_cast<float>(height - surface_.datum_m_)};
    }

    /// Puts roads that meet anywhere in the tile on one storey. Returns the storeys from the lowest up,
    /// each as the index of the first of its roads.
    std::vector<std::uint32_t> find_storeys() {
        for (std::uint32_t i = 0; i < roads_.size(); ++i) roads_[i].storey = i;
        const auto root = [&](std::uint32_t i) {
            while (roads_[i].storey != i) i = roads_[i].storey;
            return i;
        };
        std::vector<double> sum(roads_.size());
        std::vector<std::size_t> count(roads_.size());
        std::vector<std::uint32_t> here;
        for (std::size_t node = 0; node < kRow * kRow; ++node) {
            here.clear();
            for (std::uint32_t i = 0; i < roads_.size(); ++i) {
                if (std::isnan(roads_[i].node_heights[node].depth_m)) continue;
                here.push_back(i);
                sum[i] += double{roads_[i].node_heights[node].height_m};
                ++count[i];
            }
            const auto height = [&](std::uint32_t i) { return roads_[i].node_heights[node].height_m; };
            std::sort(here.begin(), here.end(), [&](std::uint32_t a, std::uint32_t b) {
                return height(a) != height(b) ? height(a) < height(b) : a < b;
            });
            for (std::size_t k = 1; k < here.size(); ++k) {
                if (double{height(here[k])} - double{height(here[k - 1])} > kStorey_m) continue;
                const std::uint32_t a = root(here[k - 1]), b = root(here[k]);
                roads_[std::max(a, b)].storey = std::min(a, b);
            }
        }
        std::vector<std::uint32_t> storeys;
        for (std::uint32_t i = 0; i < roads_.size(); ++i) {
            const std::uint32_t first = root(i);
            roads_[i].storey = first;
            if (first == i) {
                storeys.push_back(i);
            } else {
                sum[first] += sum[i];
                count[first] += count[i];
            }
        }
        std::erase_if(storeys, [&](std::uint32_t i) { return count[i] == 0; });
        std::stable_sort(storeys.begin(), storeys.end(), [&](std::uint32_t a, std::uint32_t b) {
            return sum[a] / static_cast<double>(count[a]) < sum[b] / static_cast<double>(count[b]);
        });
        return storeys;
    }

    /// Returns the height of a node above the datum. A higher storey ends where its roads fade out; beyond
    /// that it has no ground, and the height is NaN.
    float height_of(std::size_t node, std::uint32_t storey, bool is_lowest, double x, double y) const {
        double inside = 0, inside_weight = 0, beside = 0, beside_weight = 0, nearest = verge_;
        for (const InTile& road : roads_) {
            const NodeHeight& node_height = road.node_heights[node];
            if (road.storey != storey || std::isnan(node_height.depth_m)) continue;
            const double depth = double{node_height.depth_m}, height = double{node_height.height_m};
            if (depth >= 0) {
                const double weight = std::max(smooth(depth / kRim_m), 1e-9);
                inside += weight * height;
                inside_weight += weight;
            } else {
                const double fading = 1 + depth / verge_;
                const double weight = fading * fading / (depth * depth + 1e-6);
                beside += weight * height;
                beside_weight += weight;
                nearest = std::min(nearest, -depth);
            }
        }
        if (inside_weight > 0) return static_cast<float>(inside / inside_weight);
        if (!is_lowest) return beside_weight > 0 ? static_cast<float>(beside / beside_weight) : kNone;
        const double country = surface_.country_.at(x, y).height_m - surface_.datum_m_;
        if (beside_weight <= 0) return static_cast<float>(country);
        const double faded = smooth(nearest / verge_);
        return static_cast<float>(beside / beside_weight * (1 - faded) + country * faded);
    }

    const OpenDrive& map_;
    MapSurface& surface_;
    double spacing_ = kSpacing_m, verge_ = kVerge_m;
    Box box_;
    std::vector<Strip> strips_;
    std::vector<Piece> pieces_;
    std::vector<InTile> roads_;  // of the tile that is being made
};

MapSurface::MapSurface(const OpenDrive& map) { Maker(map, *this).run(); }

std::size_t MapSurface::bytes() const {
    return tiles_.size() * sizeof(Tile) + nodes_.size() * sizeof(float) + country_.bytes();
}

}  // namespace synchrono::roadmap
