#include "client/engine/chrono/internal/ensemble.hpp"

#include "common/base/contract.hpp"

namespace synchrono::client::engine::internal {
namespace {

template <typename T>
std::vector<T> from(const std::vector<T>& all, std::size_t first) {
    return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

}  // namespace

Ensemble::Ensemble(ch::ChSystem& system)
    : system_(system),
      bodies_from_(system.GetBodies().size()),
      shafts_from_(system.GetShafts().size()),
      links_from_(system.GetLinks().size()),
      others_from_(system.GetOtherPhysicsItems().size()) {}

void Ensemble::close() {
    bodies_ = from(system_.GetBodies(), bodies_from_);
    shafts_ = from(system_.GetShafts(), shafts_from_);
    links_ = from(system_.GetLinks(), links_from_);
    others_ = from(system_.GetOtherPhysicsItems(), others_from_);
    // In a running system, Chrono notices the shapes of new bodies only if they are bound here.
    if (ch::ChCollisionSystem* collision = system_.GetCollisionSystem().get();
        collision != nullptr && collision->IsInitialized()) {
        for (const auto& body : bodies_) collision->BindItem(body);
    }
}

Ensemble::~Ensemble() {
    each_item([this](const auto& item) {
        if (item->GetSystem() == &system_) system_.Remove(item);
    });
}

void Ensemble::each_item(const std::function<void(const std::shared_ptr<ch::ChPhysicsItem>&)>& visit) const {
    for (const auto& item : links_) visit(item);
    for (const auto& item : others_) visit(item);
    for (const auto& item : shafts_) visit(item);
    for (const auto& item : bodies_) visit(item);
}

EnsembleState Ensemble::state(const ch::ChFrame<>& frame) const {
    const ch::ChQuaterniond back = frame.GetRot().GetConjugate();
    EnsembleState state;
    for (const auto& body : bodies_) {
        state.bodies.push_back({frame.TransformPointParentToLocal(body->GetPos()), back * body->GetRot(),
                                frame.TransformDirectionParentToLocal(body->GetPosDt()),
                                body->GetAngVelLocal()});
    }
    for (const auto& shaft : shafts_) state.shafts.push_back({shaft->GetPos(), shaft->GetPosDt()});
    return state;
}

void Ensemble::set_state(const EnsembleState& state, const ch::ChFrame<>& frame) {
    SYN_REQUIRE(state.bodies.size() == bodies_.size() && state.shafts.size() == shafts_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const EnsembleState::BodyState& body = state.bodies[i];
        bodies_[i]->SetPos(frame.TransformPointLocalToParent(body.position));
        bodies_[i]->SetRot(frame.GetRot() * body.rotation);
        bodies_[i]->SetPosDt(frame.TransformDirectionLocalToParent(body.velocity));
        bodies_[i]->SetAngVelLocal(body.angular_velocity);
    }
    for (std::size_t i = 0; i < shafts_.size(); ++i) {
        shafts_[i]->SetPos(state.shafts[i].angle);
        shafts_[i]->SetPosDt(state.shafts[i].speed);
    }
    each_item([this](const auto& item) { item->Update(system_.GetChTime(), ch::UpdateFlags::UPDATE_ALL); });
}

void Ensemble::push(const ch::ChVector3d& velocity) {
    for (const auto& body : bodies_) body->SetPosDt(body->GetPosDt() + velocity);
}

void Ensemble::turn(const ch::ChVector3d& centre, double rate) {
    const ch::ChVector3d axis = ch::VECT_Z * rate;
    for (const auto& body : bodies_) {
        body->SetPosDt(body->GetPosDt() + axis % (body->GetPos() - centre));
        body->SetAngVelParent(body->GetAngVelParent() + axis);
    }
}

}  // namespace synchrono::client::engine::internal
