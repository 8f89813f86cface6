#!/usr/bin/env python3
"""Generates engine/python/marblemaze/_interface.json, the argument types and struct layouts of the C header.

    python_interface.py [HEADER] > engine/python/marblemaze/_interface.json

A type is the name of a ctypes type ("c_int32"), "pointer", or "text" for a string argument.
"""
import json
import pathlib
import re
import sys

HEADER = pathlib.Path(__file__).resolve().parents[2] / "engine/c_api/marblemaze.h"


def kind_of(words: str, callbacks: set[str]) -> str:
    """Returns the type of an argument or a field."""
    if words == "const char*":
        return "text"
    if "*" in words or words in callbacks:
        return "pointer"
    if words.startswith("mm_"):
        return "c_uint64"
    return "c_" + (words if words == "size_t" else words.removesuffix("_t"))


def declared(words: str, callbacks: set[str]) -> tuple[str, str, int]:
    """Parses a declaration such as "int32_t dims[3]". Returns the name, the type, and the number of elements (0 if it
    is not an array)."""
    type_, name, count = re.fullmatch(r"(.*?)(\w+)(?:\[(\d+)\])?", " ".join(words.split())).groups()
    return name, kind_of(type_.strip(), callbacks), int(count or 0)


def interface_of(header: str) -> dict[str, object]:
    code = re.sub(r"/\*.*?\*/|^//[^\n]*", "", header, flags=re.DOTALL | re.MULTILINE)
    callbacks = set(re.findall(r"typedef [^;]*?\(\*(mm_\w+)\)", code))
    functions = re.findall(r"^MM_API mm_status mm_(\w+)\(([^)]*)\);", code, re.MULTILINE)
    structs = re.findall(r"typedef struct mm_(\w+) \{(.*?)\}", code, re.DOTALL)
    return {"interface": int(re.search(r"#define MM_INTERFACE (\d+)", code).group(1)),
            "functions": {name: [declared(argument, callbacks)[1] for argument in arguments.split(",")]
                          for name, arguments in functions},
            "structs": {name: [declared(field, callbacks) for field in body.split(";") if field.strip()]
                        for name, body in structs}}


def text_of(interface: dict[str, object]) -> str:
    """Returns the interface as JSON, with one line per function and struct."""
    tables = [f'"{table}": {{\n' + ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}"
                                              for name, row in interface[table].items())
              + "\n}" for table in ("functions", "structs")]
    return f'{{"interface": {interface["interface"]},\n' + ",\n".join(tables) + "}\n"


if __name__ == "__main__":
    sys.stdout.write(text_of(interface_of(pathlib.Path(*sys.argv[1:] or [HEADER]).read_text(encoding="utf-8"))))
