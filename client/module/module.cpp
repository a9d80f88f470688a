#include "client/module/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <system_error>

namespace synchrono::client::module {
namespace {

std::filesystem::path file_of(const std::string& name) { return module_directory() / (name + ".so"); }

}  // namespace

std::filesystem::path module_directory() {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return (program.parent_path().parent_path() / "lib/synchrono").lexically_normal();
}

bool has_module(const std::string& name) {
    std::error_code ignored;
    return std::filesystem::exists(file_of(name), ignored);
}

Result<void*> load_module(const std::string& name, const char* entry) {
    const auto file = file_of(name);
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) return fail(fmt::format("cannot load {}: {}", file.string(), dlerror()));
    void* function = dlsym(handle, entry);
    if (function == nullptr) return fail(fmt::format("{} does not export '{}'", file.string(), entry));
    return function;
}

}  // namespace synchrono::client::module
