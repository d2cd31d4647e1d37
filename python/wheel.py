"""Makes the wheel from a finished build, with the same bytes each time: python3 python/wheel.py DIRECTORY LICENCES

It has the jar and DuckDB's library for the platform that was built on; nothing else is needed than Python.
"""
from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
TAGS = {"linux_amd64": "manylinux_2_25_x86_64", "linux_arm64": "manylinux_2_25_aarch64",
        "osx_universal": "macosx_11_0_universal2", "windows_amd64": "win_amd64"}
METADATA = """Metadata-Version: 2.1
Name: emphatic
Version: {version}
Summary: What would another policy have earned? Off-policy evaluation and prediction, with a verdict.
License: Apache-2.0
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{description}"""


def contents(library: Path, licenses: Path, version: str, tag: str) -> dict[str, bytes]:
    package, info = ROOT / "python" / "emphatic", f"emphatic-{version}.dist-info"
    files = {f"emphatic/{file.name}": file.read_bytes() for file in package.iterdir() if file.is_file()}
    for file in (ROOT / "cli/target/emphatic.jar", library):
        files[f"emphatic/java/{file.name}"] = file.read_bytes()
    files[f"{info}/METADATA"] = METADATA.format(
        version=version, description=(ROOT / "docs/python.md").read_text("utf-8")).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: emphatic\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nemphatic = emphatic.__main__:main\n"
    for file in licenses.rglob("*"):
        if file.is_file():
            files[f"{info}/licenses/{file.relative_to(licenses)}"] = file.read_bytes()
    files = dict(sorted(files.items()))
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
        for name, data in files.items())
    return {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n".encode()}


def main(directory: Path, licenses: Path) -> None:
    library = next((ROOT / "cli/target").glob("libduckdb_java.so_*"))
    version = re.search(r'__version__ = "(.*)"', (ROOT / "python/emphatic/__init__.py").read_text("utf-8"))[1]
    product = re.search("<version>(.*?)</version>", (ROOT / "pom.xml").read_text("utf-8"))[1]
    if version != product.replace("-SNAPSHOT", ".dev0"):
        sys.exit(f"python/emphatic/__init__.py has the version {version}, pom.xml {product}")
    tag = f"py3-none-{TAGS[library.name.partition('.so_')[2]]}"
    directory.mkdir(parents=True, exist_ok=True)
    wheel = directory / f"emphatic-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in contents(library, licenses, version, tag).items():
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(entry, data)
    print(wheel)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
