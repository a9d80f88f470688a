# One target a folder, named after its path: common/net becomes common_net.

find_program(SYNCHRONO_CCACHE ccache)
if(SYNCHRONO_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${SYNCHRONO_CCACHE})
endif()

add_library(synchrono_options INTERFACE)
target_include_directories(synchrono_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(synchrono_options INTERFACE BOOST_ASIO_NO_DEPRECATED BOOST_ERROR_CODE_HEADER_ONLY
                                                       SPDLOG_FMT_EXTERNAL SYNCHRONO_VERSION="${PROJECT_VERSION}")
# Identical sums on every machine: no contraction of a*b+c into one rounding.
target_compile_options(synchrono_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                                                   -Wpedantic -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 raises false alarms where optimised code joins strings (its bug 105651).
    target_compile_options(synchrono_options INTERFACE -Wno-restrict)
endif()
if(SYNCHRONO_WERROR)
    target_compile_options(synchrono_options INTERFACE -Werror)
endif()
if(SYNCHRONO_SANITIZE)
    # Applied to everything, generated code included: sanitizers want to see the whole program.
    add_compile_options(-fsanitize=${SYNCHRONO_SANITIZE} -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # The instrumentation hides from GCC what is initialised; the other builds still check.
        add_compile_options(-Wno-maybe-uninitialized)
    endif()
    if(SYNCHRONO_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
    add_link_options(-fsanitize=${SYNCHRONO_SANITIZE})
endif()

# syn_library(<folder> [SOURCES ...] [LINK ...]): the library of one folder. Link what callers see through
# the headers and what the sources need alike; the layer test checks the direction of includes.
function(syn_library folder)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    string(REPLACE "/" "_" name ${folder})
    if(ARG_SOURCES)
        add_library(${name} STATIC ${ARG_SOURCES})
        target_link_libraries(${name} PUBLIC synchrono_options ${ARG_LINK})
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE synchrono_options ${ARG_LINK})
    endif()
endfunction()

# What `cmake --install` needs, without the tests: programs, and what they load.
add_custom_target(programs)

# syn_program(<name> <main.cpp> LINK ...): an installed program.
function(syn_program name main)
    cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
    add_executable(${name} ${main})
    target_link_libraries(${name} PRIVATE synchrono_options ${ARG_LINK})
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    add_dependencies(programs ${name})
endfunction()

# syn_test(<name> LABEL unit|world|process|slow SOURCES ... LINK ...): one test program, one label.
function(syn_test name)
    cmake_parse_arguments(ARG "" "LABEL" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${name} PRIVATE synchrono_options ${ARG_LINK} GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name} PRIVATE SYN_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
                                               SYN_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                               SYN_BINARY_DIR="${CMAKE_BINARY_DIR}")
    # Tests are compiled once for every time they run; what they test is optimised as its build says.
    target_compile_options(${name} PRIVATE -O0)
    # What the sanitizer builds need: the tests that run under them, and nothing else.
    if(NOT TARGET sanitized_tests)
        add_custom_target(sanitized_tests)
    endif()
    if(ARG_LABEL STREQUAL "unit" OR ARG_LABEL STREQUAL "world")
        add_dependencies(sanitized_tests ${name})
    endif()
    gtest_discover_tests(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 300 DISCOVERY_TIMEOUT 60)
endfunction()
