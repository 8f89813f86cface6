#!/usr/bin/env python3
"""How long merging takes, and how much memory, by the number of shards, as a table in Markdown.

    scripts/measure/merge.py PROGRAM [ROWS_A_SHARD]      10,000 rows a shard if not given

The rows are made up: no episode is run.
"""
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

SHARDS = (25, 50, 100)


def make_shard(template, path, shard, shards, rows):
    """Seeds dealt out one by one, as bench deals them."""
    path.write_bytes(template)
    database = sqlite3.connect(path)
    names = [column[1] for column in database.execute("PRAGMA table_info(episodes)")]
    first = dict(zip(names, database.execute("SELECT * FROM episodes").fetchone()))
    database.execute("DELETE FROM episodes")

    def made(number):
        agent = ("depth-first", "heuristic")[number % 2]
        values = {"agent": agent, "seed": number // 2 * shards + shard, "moves": number % 97, "ticks": number * 31}
        return [values.get(name, first[name]) for name in names]

    places = ",".join("?" * len(names))
    database.executemany(f"INSERT INTO episodes VALUES ({places})", map(made, range(rows)))
    database.commit()
    database.close()


def measure(command):
    """Wall and processor seconds, and the peak memory in MiB, of a command."""
    code = (
        "import resource, subprocess, sys, time; began = time.monotonic();"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "use = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(time.monotonic() - began, use.ru_utime + use.ru_stime, use.ru_maxrss / 1024)"
    )
    told = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True)
    return map(float, told.stdout.split())


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    program = str(pathlib.Path(sys.argv[1]).resolve())
    rows = int(sys.argv[2]) if len(sys.argv) == 3 else 10_000
    print("| shards | rows | s by the clock | s of processor time | µs a row | peak memory, MiB |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(
            [program, "bench", "--world", "predicted", "--seeds", "1-1", "--results", folder / "template.db"],
            check=True, stdout=subprocess.DEVNULL)
        template = (folder / "template.db").read_bytes()
        for count in SHARDS:
            shards = [folder / f"shard-{shard}.db" for shard in range(1, count + 1)]
            for shard, path in enumerate(shards, 1):
                make_shard(template, path, shard, count, rows)
            merged = folder / "all.db"
            wall, cpu, memory = measure([program, "merge", str(merged), *map(str, shards)])
            total = sqlite3.connect(merged).execute("SELECT count(*) FROM episodes").fetchone()[0]
            if total != count * rows:
                sys.exit(f"merge.py: {total} rows came out of {count * rows}")
            print(f"| {count} | {total:,} | {wall:.1f} | {cpu:.1f} | {1e6 * cpu / total:.1f} | {memory:.0f} |", flush=True)
            for path in [*shards, merged]:
                path.unlink()


if __name__ == "__main__":
    main()
