"""Finds broken links on the website, and files that pages load from the network.

    links.py SITE
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.names, self.links, self.loaded = set(), [], []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" or "src" in values:
            self.loaded.append(values.get("src") or values.get("href") or "")


def faults_of(site):
    pages = {file.resolve(): Page(file) for file in sorted(site.rglob("*.html")) if file.name != "marblemaze.html"}
    for file, page in pages.items():
        name = file.relative_to(site.resolve())
        yield from (f"{name} loads {link}" for link in page.loaded if re.match(r"(?:https?:)?//", link))
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//"):
                continue
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or anchor and target in pages and anchor not in pages[target].names:
                yield f"{name}: cannot find {link}"
    for file in site.rglob("*.css"):
        for link in re.findall(r"""url\(["']?([^"')]+)""", file.read_text(encoding="utf-8")):
            if not link.startswith("data:") and not (file.parent / link).is_file():
                yield f"{file.relative_to(site)}: cannot find {link}"


def main():
    faults = list(faults_of(pathlib.Path(sys.argv[1])))
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
