# What `cmake --install` puts where, in components: program, viewer, library (the shared library of the C interface),
# development (headers, static C++ libraries, files of CMake and pkg-config), python, documentation.
#   cmake --install build/release --prefix ~/.local --component program
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(packaging ${PROJECT_SOURCE_DIR}/scripts/packaging)
set(made ${PROJECT_BINARY_DIR}/packaging)
set(MARBLEMAZE_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where the Python package goes, under the prefix")

# Files of pkg-config find the rest from where they lie themselves.
file(RELATIVE_PATH MARBLEMAZE_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" MARBLEMAZE_PREFIX_FROM_PC "${MARBLEMAZE_PREFIX_FROM_PC}")

function(marblemaze_configure source target)
  configure_file(${packaging}/${source} ${made}/${target} @ONLY)
endfunction()

# Completions and man pages are made from what the programs say of themselves.
find_program(MARBLEMAZE_PYTHON python3)  # any will do, and CMake's own search for one takes four seconds
if(MARBLEMAZE_PYTHON AND NOT MARBLEMAZE_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  set(programs --program $<TARGET_FILE:marblemaze>)
  set(program_targets marblemaze)
  if(TARGET marblemaze-viewer)
    list(APPEND programs --viewer $<TARGET_FILE:marblemaze-viewer>)
    list(APPEND program_targets marblemaze-viewer)
  endif()
  set(commands_page ${PROJECT_SOURCE_DIR}/docs/reference/commands.md)
  set(generators ${packaging}/make_reference.py ${packaging}/command_tree.py ${packaging}/completions.py
      ${packaging}/man_pages.py ${packaging}/option_tables.py)
  add_custom_command(
    OUTPUT ${made}/reference.stamp
    COMMAND ${MARBLEMAZE_PYTHON} -B ${packaging}/make_reference.py ${programs} --pages ${commands_page}
            --version ${PROJECT_VERSION} ${made}/reference
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/reference.stamp
    DEPENDS ${generators} ${commands_page} ${program_targets}
    COMMENT "Making completions and man pages" VERBATIM)
  add_custom_target(reference ALL DEPENDS ${made}/reference.stamp)
  install(DIRECTORY ${made}/reference/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program
          PATTERN "*-viewer.1" EXCLUDE)
  install(FILES ${made}/reference/bash/marblemaze
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${made}/reference/zsh/_marblemaze DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${made}/reference/fish/marblemaze.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
  if(TARGET marblemaze-viewer)
    install(FILES ${made}/reference/man1/marblemaze-viewer.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT viewer)
  endif()
else()
  message(STATUS "No completions and man pages: they need a Python, and programs that run here")
endif()

# The program looks for the viewer beside itself.
install(TARGETS marblemaze DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES ${packaging}/desktop/marblemaze.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT program)
install(FILES LICENSE THIRD-PARTY DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
# The laboratory for browsers, where scripts/build_web.sh has made it; `export --page` reads it there.
install(FILES out/web/marblemaze.html DESTINATION ${CMAKE_INSTALL_DATADIR}/marblemaze COMPONENT program OPTIONAL)
if(TARGET marblemaze-viewer)
  # The day of the build, or what a build that can be repeated says.
  string(TIMESTAMP MARBLEMAZE_RELEASE_DATE %Y-%m-%d UTC)
  marblemaze_configure(desktop/org.marblemaze.viewer.metainfo.xml.in org.marblemaze.viewer.metainfo.xml)
  install(TARGETS marblemaze-viewer DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT viewer)
  install(FILES ${packaging}/desktop/org.marblemaze.viewer.desktop
          DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT viewer)
  install(FILES ${packaging}/desktop/org.marblemaze.viewer.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT viewer)
  install(FILES ${made}/org.marblemaze.viewer.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT viewer)
endif()

# The C interface is a shared library with a stable binary interface; the C++ libraries are static and promise none.
set_target_properties(marblemaze_shared PROPERTIES EXPORT_NAME c)
target_include_directories(marblemaze_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(FILES engine/c_api/marblemaze.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
marblemaze_configure(cmake/marblemaze.pc.in marblemaze.pc)
install(FILES ${made}/marblemaze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(DIRECTORY engine/python/marblemaze DESTINATION ${MARBLEMAZE_PYTHON_DIR} COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "*.json" PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY engine/python/classroom DESTINATION ${MARBLEMAZE_PYTHON_DIR}/marblemaze COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
# Python reads the version of what is installed from METADATA.
file(CONFIGURE OUTPUT ${made}/METADATA CONTENT "Metadata-Version: 2.1\nName: marblemaze\nVersion: ${PROJECT_VERSION}\n")
install(FILES ${made}/METADATA DESTINATION ${MARBLEMAZE_PYTHON_DIR}/marblemaze-${PROJECT_VERSION}.dist-info COMPONENT python)
if(MARBLEMAZE_BULLET_SOURCE)
  # This Bullet is in no package that a user's program could link as well.
  install(TARGETS marblemaze_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
else()
  install(TARGETS maze agent engine marblemaze_shared EXPORT marblemaze
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT marblemaze NAMESPACE marblemaze:: FILE marblemaze-targets.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/marblemaze COMPONENT development)
  install(DIRECTORY maze agent engine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/marblemaze COMPONENT development
          FILES_MATCHING PATTERN "*.h"
          PATTERN "engine/c_api" EXCLUDE PATTERN "engine/cli" EXCLUDE PATTERN "engine/python" EXCLUDE
          PATTERN "engine/results" EXCLUDE PATTERN "engine/report" EXCLUDE)
  configure_package_config_file(${packaging}/cmake/marblemaze-config.cmake.in ${made}/marblemaze-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/marblemaze)
  write_basic_package_version_file(${made}/marblemaze-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${made}/marblemaze-config.cmake ${made}/marblemaze-config-version.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/marblemaze COMPONENT development)
  marblemaze_configure(cmake/marblemaze-cpp.pc.in marblemaze-cpp.pc)
  install(FILES ${made}/marblemaze-cpp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endif()

install(FILES README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES tests/data/cremer_4x4.json DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT documentation)
