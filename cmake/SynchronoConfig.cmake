# find_package(Synchrono): everything that the author of a pilot needs. docs/write-a-pilot.md describes it.
#
# Synchrono::pcp                            the headers
# synchrono_add_pilot(<name> <source>...)   builds lib<name>.so, a pilot

get_filename_component(SYNCHRONO_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET Synchrono::pcp)
    add_library(Synchrono::pcp INTERFACE IMPORTED)
    set_target_properties(Synchrono::pcp
        PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${SYNCHRONO_PREFIX}/include/synchrono")
endif()

function(synchrono_add_pilot name)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Release unless another type is chosen" FORCE)
    endif()
    add_library(${name} MODULE ${ARGN})
    target_link_libraries(${name} PRIVATE Synchrono::pcp)
    target_compile_features(${name} PRIVATE cxx_std_20)
    # Sums must be the same on every machine, so a*b+c is not fused into one operation that rounds once.
    target_compile_options(${name} PRIVATE -ffp-contract=off)
    set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
