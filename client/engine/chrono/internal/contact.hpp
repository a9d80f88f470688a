/// The material of bodies that may touch each other. It is as soft as the front of a car.
#pragma once

#include <chrono/physics/ChContactMaterial.h>
#include <chrono/physics/ChSystem.h>
#include <memory>

namespace synchrono::client::engine::internal {

inline std::shared_ptr<::chrono::ChContactMaterial> contact_material(const ::chrono::ChSystem& system) {
    ::chrono::ChContactMaterialData data;
    data.mu = 0.5F;
    data.cr = 0.1F;
    data.Y = 1e7F;
    return data.CreateMaterial(system.GetContactMethod());
}

}  // namespace synchrono::client::engine::internal
