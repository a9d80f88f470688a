# Finds Project Chrono, whose vehicles a client can drive: docs/chrono.md. Sets SYNCHRONO_CHRONO_VERSION, which is
# empty when the build goes without Chrono. With Chrono, makes the target synchrono_chrono, which is linked PRIVATE:
# the compiler options that Chrono asks for (-march=native) must not reach code whose sums must be the same on every
# machine.
set(SYNCHRONO_CHRONO AUTO CACHE STRING "Build with Project Chrono: AUTO where it is found, ON, OFF")
set_property(CACHE SYNCHRONO_CHRONO PROPERTY STRINGS AUTO ON OFF)
if(NOT SYNCHRONO_CHRONO MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "SYNCHRONO_CHRONO: expected AUTO, ON or OFF, not '${SYNCHRONO_CHRONO}'")
endif()

# This is a function, so that the dozens of variables that Chrono's configuration sets stay in it.
function(syn_find_chrono)
    set(SYNCHRONO_CHRONO_VERSION "" PARENT_SCOPE)
    if(SYNCHRONO_CHRONO STREQUAL "OFF")
        message(STATUS "Project Chrono: left out")
        return()
    endif()
    # Vehicle is not named as a component, because that would require Irrlicht too where Chrono was built with a
    # window. The library itself does not need it. The configuration prints each of its variables, so only warnings are
    # let through.
    set(level "${CMAKE_MESSAGE_LOG_LEVEL}")
    set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
    find_package(Chrono QUIET CONFIG)
    set(CMAKE_MESSAGE_LOG_LEVEL "${level}")
    set(lacking "")
    if(NOT Chrono_FOUND)
        set(lacking "not found; if it is installed, name its folder with -DChrono_DIR=.../lib/cmake/Chrono")
    elseif(CHRONO_VERSION VERSION_LESS 10 OR CHRONO_VERSION VERSION_GREATER_EQUAL 11)
        set(lacking "version ${CHRONO_VERSION} is in ${Chrono_DIR}, 10 is needed")
    elseif(NOT TARGET Chrono::Chrono_vehicle)
        set(lacking "version ${CHRONO_VERSION} in ${Chrono_DIR} was built without its Vehicle module")
    endif()
    if(lacking)
        if(SYNCHRONO_CHRONO STREQUAL "ON")
            message(FATAL_ERROR "Project Chrono: ${lacking}")
        endif()
        message(STATUS "Project Chrono: ${lacking}; its vehicles are left out")
        return()
    endif()
    cmake_path(NORMAL_PATH CHRONO_DATA_DIR)
    message(STATUS "Project Chrono: ${CHRONO_VERSION} in ${Chrono_DIR}")
    add_library(synchrono_chrono INTERFACE)
    target_link_libraries(synchrono_chrono INTERFACE Chrono::Chrono_vehicle Chrono::Chrono_core)
    target_compile_definitions(synchrono_chrono INTERFACE SYN_CHRONO_DATA_DIR="${CHRONO_DATA_DIR}")
    set_target_properties(Chrono::Chrono_core Chrono::Chrono_vehicle PROPERTIES IMPORTED_GLOBAL TRUE)
    set(SYNCHRONO_CHRONO_VERSION "${CHRONO_VERSION}" PARENT_SCOPE)
    set(SYNCHRONO_CHRONO_DATA_DIR "${CHRONO_DATA_DIR}" PARENT_SCOPE)
endfunction()
syn_find_chrono()

# The text that programs print about Chrono.
set(SYNCHRONO_CHRONO_TEXT "without Project Chrono")
if(SYNCHRONO_CHRONO_VERSION)
    set(SYNCHRONO_CHRONO_TEXT "with Project Chrono ${SYNCHRONO_CHRONO_VERSION}")
endif()
