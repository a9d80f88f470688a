/// Draws scenes in the thread that opened the renderer. A picture depends only on the scenes, the setup and
/// the input, so that the same scenes give the same pictures.
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

namespace synchrono::client::view {

using scenery::Shape;
using scenery::SignalHead;

/// The window of a view, and everything that is drawn in it.
/// Threading: one thread.  Owns: the window; borrows what the setup borrows.
class Renderer {
  public:
    /// The surface that is drawn on.
    enum class Canvas {
        window,
        picture,  // copied to the window as well
    };
    /// Opens the window. The error is one line.
    static Result<std::unique_ptr<Renderer>> open(const ViewSetup& setup, Canvas canvas);

    /// Handles the window's events. Returns false when the window has been closed.
    bool run();
    /// Moves the camera by keys and mouse; `passed_s` is the wall time since the last call. Returns whether
    /// there was any input.
    bool move(double passed_s);
    void draw(const Scene& scene);
    /// Returns the picture that was drawn last. Requires Canvas::picture.
    Picture picture();
    /// Returns the pixel of a place in the last picture; nothing for a place behind the eye.
    std::optional<Pixel> where(geo::Vec3 place) const { return project(camera_.eye(), place, drawn_size()); }

    Camera& camera() { return camera_; }
    void follow(std::optional<AgentId> agent) { followed_ = agent; }
    std::optional<AgentId> followed() const { return followed_; }
    const std::vector<SignalHead>& signal_heads() const { return heads_; }
    Wish wish() const { return input_.wish(); }
    void close() { device_->closeDevice(); }

  private:
    /// The meshes that are drawn for an agent.
    struct Figure {
        Shape shape;
        Owned<irr::scene::IMeshBuffer> body, shadow;
        std::vector<Owned<irr::scene::IMeshBuffer>> wheels;
        std::shared_ptr<const std::vector<body::LookPart>> look;
        /// A mesh that is fixed to a part of `look`, and its place there.
        struct Fixed {
            irr::scene::IMesh* mesh = nullptr;     // from a file, and owned by the library
            Owned<irr::scene::IMeshBuffer> solid;  // null where `mesh` is set
            irr::core::matrix4 place;
        };
        std::vector<std::vector<Fixed>> parts;  // for each part of `look`
    };

    Renderer(ViewSetup setup, Canvas canvas)
        : setup_(std::move(setup)), canvas_(canvas), camera_(setup_.camera), followed_(setup_.followed) {}
    /// Makes the meshes of everything that stands still.
    void build();
    /// Returns the agent's meshes. Makes the meshes at the first call, and new parts when the look changes.
    Figure& figure_of(const Body& body);
    void fix_look(Figure& figure);
    /// Returns the size of the picture as it is written, or of the window.
    PictureSize drawn_size() const;
    /// Returns the size in which the library draws: for pictures a multiple of drawn_size().
    PictureSize pixels() const;

    /// Moves the camera to where it belongs in this scene.
    void point_camera(const Scene& scene);
    /// Sets the library's projection, and its lights.
    void set_camera();
    /// Draws the sky, down to the horizon.
    void sky();
    /// Draws a mesh in the world frame. A layer with a higher `over` hides those below it.
    void layer(const irr::scene::IMeshBuffer* mesh, int over, bool lit = true);
    void solid(const irr::scene::IMeshBuffer* mesh, const irr::core::matrix4& place);
    /// Draws a mesh that is made for this picture only. It needs no light, and is transparent where its
    /// colours are. With `hides`, it hides things behind it that are drawn later.
    void glowing(const Mesh& mesh, bool hides);
    void draw_body(const Body& body);
    void draw_shadows(const Scene& scene);
    void draw_signals(const Scene& scene);
    void draw_messages(const Scene& scene);
    /// The name and speed of an agent, written above it.
    struct Tag {
        AgentId agent;
        Pixel at;  // the middle of the tag's lower edge
        std::string text;
    };
    /// Returns the tags of agents: first that of the followed agent, then the others from near to far. Leaves
    /// out tags that would hide an earlier tag.
    std::vector<Tag> tags_of(const Scene& scene);
    /// Writes the tags and the line at the bottom.
    void write(const Scene& scene);
    void flush_overlay();
    /// Returns the place from which an agent or a road-side unit sends. `known` says whether it was found.
    geo::Vec3 antenna_of(const Scene& scene, AgentId agent, bool& known) const;
    /// Returns the body of an agent; null if it is not in the scene.
    const Body* body_of(const Scene& scene, AgentId agent) const;

    const ViewSetup setup_;
    const Canvas canvas_;
    Input input_;
    Device device_;
    irr::video::IVideoDriver* driver_ = nullptr;
    irr::video::ITexture* target_ = nullptr;  // pictures are drawn here, finer than they are written
    Owned<irr::scene::IMeshBuffer> land_, roads_, paint_, solids_, housing_, walker_housing_;
    geo::Vec3 low_, high_;
    std::vector<SignalHead> heads_;
    std::map<AgentId, Figure> figures_;
    Camera camera_;
    std::optional<AgentId> followed_;
    std::optional<SimTime> drawn_;  // time of the last scene
    std::vector<AgentId> present_;  // agents in the last scene
    Overlay overlay_;
};

}  // namespace synchrono::client::view
