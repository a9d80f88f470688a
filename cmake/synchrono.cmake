# Each folder is one target, named after its path: common/net becomes common_net.

find_program(SYNCHRONO_CCACHE ccache)
if(SYNCHRONO_CCACHE)
    # Without these words ccache skips all files with precompiled headers. Words that the environment sets are kept.
    set(sloppiness pch_defines,time_macros)
    if(DEFINED ENV{CCACHE_SLOPPINESS})
        string(APPEND sloppiness ,$ENV{CCACHE_SLOPPINESS})
    endif()
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=${sloppiness} ${SYNCHRONO_CCACHE})
endif()
# mold links in a tenth of the time of the usual linker, and the tests are some sixty programs. It links nothing but
# tests: it takes more out of static libraries than is asked for, and a module with a second copy of a protobuf schema
# ends the program that loads it. Besides, what users run must not depend on which linker is installed.
find_program(SYNCHRONO_MOLD mold)

add_library(synchrono_options INTERFACE)
target_include_directories(synchrono_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(synchrono_options INTERFACE BOOST_ASIO_NO_DEPRECATED BOOST_ERROR_CODE_HEADER_ONLY
                                                       SPDLOG_FMT_EXTERNAL SYNCHRONO_VERSION="${PROJECT_VERSION}")
# Sums must be the same on every machine, so a*b+c is not fused into one operation that rounds once.
target_compile_options(synchrono_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                                                   -Wpedantic -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 gives false warnings where optimised code joins strings (its bug 105651).
    target_compile_options(synchrono_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Loops that should become vector instructions join conditions with & on purpose, because && would be a branch.
    target_compile_options(synchrono_options INTERFACE -Wno-bitwise-instead-of-logical)
endif()
if(SYNCHRONO_WERROR)
    target_compile_options(synchrono_options INTERFACE -Werror)
endif()
if(SYNCHRONO_SANITIZE)
    # This applies to everything that is built here, generated code included, because sanitizers are blind to code
    # that they have not instrumented. Installed libraries, Chrono's among them, stay as they are.
    add_compile_options(-fsanitize=${SYNCHRONO_SANITIZE} -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # The instrumentation hides from GCC what is initialised; the other builds still check it.
        add_compile_options(-Wno-maybe-uninitialized)
    endif()
    if(SYNCHRONO_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
    add_link_options(-fsanitize=${SYNCHRONO_SANITIZE})
    # Each compiler has its own macro for this. Tests that a sanitizer makes slow or blind check the macros
    # below instead.
    if(SYNCHRONO_SANITIZE MATCHES "address")
        target_compile_definitions(synchrono_options INTERFACE SYN_ADDRESS_SANITIZER)
    endif()
    if(SYNCHRONO_SANITIZE MATCHES "thread")
        target_compile_definitions(synchrono_options INTERFACE SYN_THREAD_SANITIZER)
    endif()
endif()

# Headers that most files include. Parsing them takes half of the time that a file takes to compile.
set(SYNCHRONO_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <map> <memory>
                             <optional> <set> <span> <sstream> <string> <string_view> <variant> <vector>
                             <fmt/format.h>)
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    # The release build goes without them, and so fails if a file of a library does not include what it needs. The
    # target needs a source file. A file that exists already is not rewritten, so that nothing is compiled again.
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/common_headers.cpp CONTENT "")
    add_library(common_headers STATIC ${CMAKE_BINARY_DIR}/common_headers.cpp)
    target_link_libraries(common_headers PUBLIC synchrono_options fmt::fmt)
    target_precompile_headers(common_headers PRIVATE ${SYNCHRONO_COMMON_HEADERS})
endif()

# syn_library(<folder> [OWN_FLAGS] [SOURCES ...] [LINK ...]): the library of one folder. OWN_FLAGS says that it is
# compiled with other flags than the common headers, and so cannot use them. LINK has both what callers see through
# the headers and what the sources need; the layer test checks the direction of includes.
function(syn_library folder)
    cmake_parse_arguments(ARG "OWN_FLAGS" "" "SOURCES;LINK" ${ARGN})
    string(REPLACE "/" "_" name ${folder})
    if(ARG_SOURCES)
        add_library(${name} STATIC ${ARG_SOURCES})
        target_link_libraries(${name} PUBLIC synchrono_options ${ARG_LINK})
        if(TARGET common_headers AND NOT ARG_OWN_FLAGS)
            target_precompile_headers(${name} REUSE_FROM common_headers)
            target_link_libraries(${name} PRIVATE fmt::fmt)  # the common headers have its definitions
        endif()
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE synchrono_options ${ARG_LINK})
    endif()
endfunction()

# syn_subfolders(<variable> [EXCEPT <folder> ...]): adds each folder here that has a CMakeLists.txt, and sets the
# variable to the names of their libraries. It is meant for a folder whose headers are a seam that its folders
# implement: another implementation then needs no line in its CMakeLists.txt.
function(syn_subfolders variable)
    cmake_parse_arguments(ARG "" "" "EXCEPT" ${ARGN})
    file(GLOB lists CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
         ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
    file(RELATIVE_PATH here ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    set(names)
    foreach(list ${lists})
        get_filename_component(folder ${list} DIRECTORY)
        if(folder IN_LIST ARG_EXCEPT)
            continue()
        endif()
        add_subdirectory(${folder})
        string(REPLACE "/" "_" name ${here}/${folder})
        list(APPEND names ${name})
    endforeach()
    set(${variable} ${names} PARENT_SCOPE)
endfunction()

# Everything that `cmake --install` needs: the programs and what they load, but not the tests.
add_custom_target(programs)

# syn_program(<name> <main.cpp> LINK ...): an installed program.
function(syn_program name main)
    cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
    add_executable(${name} ${main})
    target_link_libraries(${name} PRIVATE synchrono_options ${ARG_LINK})
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    add_dependencies(programs ${name})
endfunction()

# syn_test(<name> LABEL unit|world|process|headline|slow [THREADS] [OPTIMISED] [OWN_FLAGS] SOURCES ... LINK ...): one
# test program with one label. OPTIMISED compiles the tests themselves as the build type says, for headers that the
# optimiser may break. THREADS says that it starts threads, so that the thread sanitizer has something to check. A unit
# or world test that starts a thread without saying so fails. OWN_FLAGS means what it means for a library.
function(syn_test name)
    cmake_parse_arguments(ARG "THREADS;OPTIMISED;OWN_FLAGS" "LABEL" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests
                                             POSITION_INDEPENDENT_CODE OFF) # as test_main, whose headers it uses
    target_link_libraries(${name} PRIVATE synchrono_options ${ARG_LINK} test_main)
    target_compile_definitions(${name} PRIVATE SYN_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
                                               SYN_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                               SYN_BINARY_DIR="${CMAKE_BINARY_DIR}")
    # Tests are not optimised, because they are compiled as often as they run. The code that they test is optimised
    # as the build type says.
    if(NOT ARG_OPTIMISED)
        target_compile_options(${name} PRIVATE -O0)
    endif()
    if(SYNCHRONO_MOLD)
        target_link_options(${name} PRIVATE -fuse-ld=mold)
    endif()
    if(NOT ARG_OWN_FLAGS AND NOT ARG_OPTIMISED)
        target_precompile_headers(${name} REUSE_FROM test_main)
    endif()
    if(NOT SYNCHRONO_SANITIZE)
        set(environment)
        if(ARG_LABEL MATCHES "^(unit|world)$" AND NOT ARG_THREADS)
            set(environment ENVIRONMENT SYN_TEST_THREADS=none)
        endif()
        gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                             PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 300 ${environment})
        return()
    endif()
    # Under a sanitizer a process takes long to start, so all cases of a program run in one process. Tests of the
    # real programs and slow tests do not run under sanitizers at all, and tests without threads give the thread
    # sanitizer nothing to check.
    if(NOT ARG_LABEL MATCHES "^(unit|world)$" OR (SYNCHRONO_SANITIZE STREQUAL "thread" AND NOT ARG_THREADS))
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
        return()
    endif()
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1
                                          --gtest_output=xml:${CMAKE_BINARY_DIR}/results/${name}.xml)
    set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 900)
    add_dependencies(sanitized_tests ${name})
endfunction()
