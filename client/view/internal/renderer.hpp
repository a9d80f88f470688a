/// Draws frames, in the thread that opened it. What it draws is the frame and nothing else; so the same
/// frames give the same pictures.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "client/scenery/shapes.hpp"
#include "client/scenery/signal_heads.hpp"
#include "client/view/internal/camera.hpp"
#include "client/view/internal/device.hpp"
#include "client/view/internal/overlay.hpp"
#include "client/view/internal/picture.hpp"

namespace synchrono::view {

using scenery::Shape;
using scenery::SignalHead;

/// Threading: one thread.  Owns: the window; borrows what the setup borrows.
class Renderer {
  public:
    enum class Canvas {
        window,
        picture,  // and shown in the window, too
    };
    static Result<std::unique_ptr<Renderer>> open(const ViewSetup& setup, Canvas canvas);

    /// Handles what keys and mouse ask for. False: the window has been closed.
    bool run();
    /// `passed_s` by wall time since the last call: moves the free camera. True: it moved.
    bool move(double passed_s);
    void draw(const Frame& frame);
    /// What was drawn last. Requires that pictures are drawn.
    Picture picture();
    /// Where a place is on what was drawn last; none: behind the eye.
    std::optional<Pixel> where(geo::Vec3 place) const { return project(camera_.eye(), place, drawn_size()); }

    Camera& camera() { return camera_; }
    void follow(std::optional<AgentId> agent) { followed_ = agent; }
    std::optional<AgentId> followed() const { return followed_; }
    const std::vector<SignalHead>& signal_heads() const { return heads_; }
    Wish wish() const { return input_.wish(); }
    void close() { device_->closeDevice(); }

  private:
    /// What is drawn of an agent.
    struct Figure {
        Shape shape;
        Owned<irr::scene::IMeshBuffer> body, shadow;
        std::vector<Owned<irr::scene::IMeshBuffer>> wheels;
        std::shared_ptr<const std::vector<client::LookPart>> looks;
        /// Of each part of the looks: what is fixed to it, and how.
        struct Fixed {
            irr::scene::IMesh* mesh = nullptr;     // a file's; the library keeps it
            Owned<irr::scene::IMeshBuffer> solid;  // or ours
            irr::core::matrix4 place;
        };
        std::vector<std::vector<Fixed>> parts;
    };

    Renderer(ViewSetup setup, Canvas canvas)
        : setup_(std::move(setup)), canvas_(canvas), camera_(setup_.camera), followed_(setup_.followed) {}
    void build();
    Figure& figure_of(const Body& body);
    void fix_looks(Figure& figure);
    PictureSize drawn_size() const;
    PictureSize pixels() const;

    void look(const Frame& frame);
    void set_camera();
    void sky();
    void layer(const irr::scene::IMeshBuffer* mesh, int over, bool lit = true);
    void solid(const irr::scene::IMeshBuffer* mesh, const irr::core::matrix4& place);
    /// Made for this picture only; see-through where its colours are.
    void glowing(const Mesh& mesh, bool hides);
    void draw_body(const Body& body);
    void draw_shadows(const Frame& frame);
    void draw_signals(const Frame& frame);
    void draw_links(const Frame& frame);
    struct Tag {
        AgentId agent;
        Pixel at;  // the middle of its lower edge
        std::string text;
    };
    std::vector<Tag> tags_of(const Frame& frame);
    void write(const Frame& frame);
    void flush_overlay();
    geo::Vec3 antenna_of(const Frame& frame, AgentId agent, bool& known) const;
    const Body* body_of(const Frame& frame, AgentId agent) const;

    const ViewSetup setup_;
    const Canvas canvas_;
    Input input_;
    Device device_;
    irr::video::IVideoDriver* driver_ = nullptr;
    irr::video::ITexture* target_ = nullptr;  // of pictures, finer than they are
    Owned<irr::scene::IMeshBuffer> land_, roads_, paint_, solids_, housing_, walker_housing_;
    geo::Vec3 low_, high_;
    std::vector<SignalHead> heads_;
    std::map<AgentId, Figure> figures_;
    Camera camera_;
    std::optional<AgentId> followed_;
    std::optional<SimTime> drawn_;
    std::vector<AgentId> present_;
    Overlay overlay_;
};

}  // namespace synchrono::view
