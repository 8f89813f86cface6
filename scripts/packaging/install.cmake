# Installation components: program, viewer, library (the C interface), development (headers, static C++ libraries, files for CMake
# and pkg-config), python, documentation. Example:
#   cmake --install build/release --prefix ~/.local --component program
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(packaging ${PROJECT_SOURCE_DIR}/scripts/packaging)
set(made ${PROJECT_BINARY_DIR}/packaging)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/marblemaze)
set(MARBLEMAZE_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Folder of the Python package, under the prefix")

function(marblemaze_install component folder)
  install(FILES ${ARGN} DESTINATION ${folder} COMPONENT ${component})
endfunction()

# Completions and man pages are generated from the options of the programs.
if(NOT MARBLEMAZE_SANITIZE)
  set(commands_page ${PROJECT_SOURCE_DIR}/docs/reference/commands.md)
  file(GLOB generators CONFIGURE_DEPENDS ${packaging}/*.py)
  add_custom_command(OUTPUT ${made}/reference.stamp
    COMMAND python3 -B ${packaging}/make_reference.py --program $<TARGET_FILE:marblemaze>
            "$<$<TARGET_EXISTS:marblemaze-viewer>:--viewer=$<TARGET_FILE:marblemaze-viewer>>"
            --pages ${commands_page} --version ${PROJECT_VERSION} ${made}/reference
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/reference.stamp
    DEPENDS ${generators} ${commands_page} marblemaze $<TARGET_NAME_IF_EXISTS:marblemaze-viewer>
    COMMENT "Making completions and man pages" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(reference ALL DEPENDS ${made}/reference.stamp)
  install(DIRECTORY ${made}/reference/program/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program)
endif()

# marblemaze and marblemaze-viewer must be in the same folder.
install(TARGETS marblemaze DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
marblemaze_install(program ${CMAKE_INSTALL_DATADIR}/mime/packages ${packaging}/desktop/marblemaze.xml)
marblemaze_install(program ${CMAKE_INSTALL_DOCDIR} LICENSE THIRD-PARTY)
# The browser version, which `export --page` reads, if scripts/build_web.sh has built it.
install(FILES out/web/marblemaze.html DESTINATION ${CMAKE_INSTALL_DATADIR}/marblemaze COMPONENT program OPTIONAL)
if(TARGET marblemaze-viewer)
  set(desktop ${packaging}/desktop/org.marblemaze.viewer)
  string(TIMESTAMP MARBLEMAZE_RELEASE_DATE %Y-%m-%d UTC)  # SOURCE_DATE_EPOCH overrides it
  configure_file(${desktop}.metainfo.xml.in ${made}/org.marblemaze.viewer.metainfo.xml @ONLY)
  install(TARGETS marblemaze-viewer DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT viewer)
  marblemaze_install(viewer ${CMAKE_INSTALL_DATADIR}/applications ${desktop}.desktop)
  marblemaze_install(viewer ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps ${desktop}.svg)
  marblemaze_install(viewer ${CMAKE_INSTALL_DATADIR}/metainfo ${made}/org.marblemaze.viewer.metainfo.xml)
  if(TARGET reference)
    install(DIRECTORY ${made}/reference/viewer/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT viewer)
  endif()
endif()

# Only the C interface, a shared library, has a stable ABI. The C++ libraries are static.
set_target_properties(marblemaze_shared PROPERTIES EXPORT_NAME c)
target_include_directories(marblemaze_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS maze agent engine marblemaze_shared EXPORT marblemaze
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
marblemaze_install(development ${CMAKE_INSTALL_INCLUDEDIR} engine/c_api/marblemaze.h)
install(DIRECTORY maze agent engine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/marblemaze COMPONENT development
        FILES_MATCHING PATTERN "*.h"
        REGEX "engine/(bench|c_api|cli|python)$" EXCLUDE PATTERN embedded_files.h EXCLUDE)
install(EXPORT marblemaze NAMESPACE marblemaze:: FILE marblemaze-targets.cmake DESTINATION ${cmake_folder} COMPONENT development)
configure_package_config_file(${packaging}/cmake/marblemaze-config.cmake.in ${made}/marblemaze-config.cmake
  INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${made}/marblemaze-config-version.cmake COMPATIBILITY SameMinorVersion)
marblemaze_install(development ${cmake_folder} ${made}/marblemaze-config.cmake ${made}/marblemaze-config-version.cmake)
# The .pc files define the prefix relative to their folder.
file(RELATIVE_PATH MARBLEMAZE_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" MARBLEMAZE_PREFIX_FROM_PC "${MARBLEMAZE_PREFIX_FROM_PC}")
foreach(name marblemaze marblemaze-cpp)
  configure_file(${packaging}/cmake/${name}.pc.in ${made}/${name}.pc @ONLY)
  marblemaze_install(development ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${made}/${name}.pc)
endforeach()

install(DIRECTORY engine/python/marblemaze DESTINATION ${MARBLEMAZE_PYTHON_DIR} COMPONENT python
        FILES_MATCHING REGEX "(py|py.typed|json)$" PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY engine/python/classroom DESTINATION ${MARBLEMAZE_PYTHON_DIR}/marblemaze COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
file(CONFIGURE OUTPUT ${made}/METADATA CONTENT "Metadata-Version: 2.1\nName: marblemaze\nVersion: ${PROJECT_VERSION}\n")
marblemaze_install(python ${MARBLEMAZE_PYTHON_DIR}/marblemaze-${PROJECT_VERSION}.dist-info ${made}/METADATA)
marblemaze_install(documentation ${CMAKE_INSTALL_DOCDIR} README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
marblemaze_install(documentation ${CMAKE_INSTALL_DOCDIR}/examples tests/data/cremer_4x4.json)
