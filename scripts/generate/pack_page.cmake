# Packs the page for browsers into one file that needs no network: into engine/replay_page/page.html come the files that
# it names in {{ }}. The program's own build packs it without an engine, as the page of a replay; so this needs CMake alone.
#   cmake -DOUTPUT=FILE [-DENGINE=FOLDER [-DADDRESS=ADDRESS]] -P pack_page.cmake
# ENGINE holds web_engine.js, web_engine.gz64, the engine as gzip in base64, and web_engine.json, its first answers. ADDRESS is that of the folder in which page and
# marblemaze.png will stand, which a shared link shows. The same files give the same bytes.
#
# The modules are put one after another, without their imports and exports: a module stands behind those that it imports,
# and no two give something the same name at their top. An import takes one line.
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(folder "${root}/engine/replay_page")

function(read_piece name result)
  if(name STREQUAL "shaders")
    file(GLOB shaders LIST_DIRECTORIES false "${root}/shaders/*")
    list(SORT shaders)
    foreach(shader IN LISTS shaders)
      get_filename_component(bare "${shader}" NAME)
      file(READ "${shader}" source)
      string(APPEND text "=== ${bare}\n${source}")
    endforeach()
  elseif(name MATCHES "^web_engine")
    if(ENGINE)
      file(READ "${ENGINE}/${name}" text)
    endif()
  elseif(name STREQUAL "shared_picture")
    if(ENGINE)
      set(text "<meta property=\"og:image\" content=\"${ADDRESS}marblemaze.png\">\n")
    endif()
  elseif(name STREQUAL "icon")
    # The viewer's, as an address of its own: it names no other, not even that of its format.
    file(READ "${root}/scripts/packaging/desktop/org.marblemaze.viewer.svg" text)
    string(REGEX REPLACE "<[?!][^>]*>" "" text "${text}")
    string(REPLACE "\"" "'" text "${text}")
    string(REPLACE "#" "%23" text "${text}")
    string(REPLACE "http:" "http%3A" text "${text}")
  else()
    file(READ "${folder}/${name}" text)
  endif()
  if(name MATCHES "[.]js$")
    string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" text "${text}")
    string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
    # What would end the element that it stands in, or begin a comment there.
    string(REPLACE "</script" "\\x3c/script" text "${text}")
    string(REPLACE "<!--" "\\x3c!--" text "${text}")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

file(READ "${folder}/page.html" page)
string(REGEX MATCHALL "{{[a-zA-Z0-9_./]+}}" holes "${page}")
foreach(hole IN LISTS holes)
  string(REGEX REPLACE "[{}]" "" name "${hole}")
  read_piece("${name}" piece)
  string(REPLACE "${hole}" "${piece}" page "${page}")
endforeach()
file(WRITE "${OUTPUT}" "${page}")
