"""Makes what is installed, from a finished build and with the same bytes each time: python3 dist/build.py [PART …]

Parts: image, one-file, deb, oci, wheel, maven, sums; all of them if none is named. They go to target/dist.
"""
from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST, STAGE, HERE, TARGET = ROOT / "target/dist", ROOT / "target/stage", ROOT / "dist", ROOT / "cli/target"
TIME = 1767225600  # 2026-01-01T00:00:00Z, as project.build.outputTimestamp
VERSION = re.search("<version>(.*?)</version>", (ROOT / "pom.xml").read_text("utf-8"))[1]
NAME = f"emphatic-{VERSION}"
JAVA = Path(os.environ.get("JAVA_HOME") or Path(shutil.which("javac")).resolve().parents[1])
MODULES = ("java.base,java.desktop,java.instrument,java.naming,java.net.http,java.rmi,java.security.jgss,java.sql,jdk.crypto.ec,"
           "jdk.jfr,jdk.management,jdk.unsupported")  # jdeps --print-module-deps of the jar, and TLS


def run(*command: object, **options: object) -> None:
    subprocess.run([str(word) for word in command], check=True, **options)


def library() -> Path:
    return next(TARGET.glob("libduckdb_java.so_*"))


def archive(directory: Path, prefix: str = "") -> bytes:
    """A tar of a directory: sorted, owned by root, of one time. Modes are 755 or 644."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in [directory, *sorted(directory.rglob("*"))]:
            entry = tar.gettarinfo(path, arcname=f"{prefix}{path.relative_to(directory)}".replace("/.", "", 1) or ".")
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = TIME
            if not entry.issym():
                entry.mode = 0o1777 if path.name == "tmp" else 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            with open(path, "rb") if entry.isreg() else io.BytesIO() as file:
                tar.addfile(entry, file if entry.isreg() else None)
    return out.getvalue()


def compressed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


def write(path: Path, data: bytes, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)


def copy(source: Path, target: Path, mode: int = 0o644) -> None:
    write(target, source.read_bytes(), mode)


def licenses(directory: Path) -> None:
    """The licences of everything inside: those that jars have with them, and dist/THIRD-PARTY for the others."""
    copy(ROOT / "LICENSE", directory / "LICENSE")
    copy(HERE / "THIRD-PARTY", directory / "THIRD-PARTY")
    named = (HERE / "THIRD-PARTY").read_text("utf-8").partition("--- MIT")[0]
    for jar in sorted((TARGET / "licenses").iterdir()):
        name = re.match("[A-Za-z._]+(-[A-Za-z]+)*", jar.name)[0]
        files = [file for file in sorted(jar.rglob("*")) if file.is_file()]
        if not files and not re.search(rf"\b{'|'.join((name, name.partition('-')[0]))}\b", named):
            sys.exit(f"{jar.name} has no licence with it, and dist/THIRD-PARTY none for it")
        for file in files:
            copy(file, directory / "third-party" / name / file.name)


def app() -> Path:
    """bin/emphatic, lib/ with jar, library and runtime, share/ with manual pages, completion and licences."""
    home = STAGE / NAME
    if home.exists():
        return home
    copy(HERE / "launcher", home / "bin/emphatic", 0o755)
    for file in (TARGET / "emphatic.jar", library()):
        copy(file, home / "lib" / file.name)
    runtime = home / "lib/runtime"
    run(JAVA / "bin/jlink", "--add-modules", MODULES, "--strip-debug", "--no-header-files", "--no-man-pages", "--output", runtime)
    for part in ("libawt_xawt.so", "libjsound.so", "libsplashscreen.so"):  # nothing here has a screen
        (runtime / "lib" / part).unlink(missing_ok=True)
    classes = STAGE / "classes"
    run(JAVA / "bin/javac", "-d", classes, "-cp", TARGET / "emphatic.jar", HERE / "Pages.java", HERE / "Health.java")
    pages = home / "share/man/man1"
    pages.mkdir(parents=True)
    run(JAVA / "bin/java", "-cp", f"{classes}:{TARGET / 'emphatic.jar'}", "io.emphatic.cli.Pages", pages)
    completion = home / "share/bash-completion/completions/emphatic"
    completion.parent.mkdir(parents=True)
    (pages / "emphatic.bash").rename(completion)
    write(home / "share/zsh/vendor-completions/_emphatic", b"#compdef emphatic\n" + completion.read_bytes())
    licenses(home / "share/doc/emphatic")
    for path in [home, *home.rglob("*")]:
        os.utime(path, (TIME, TIME), follow_symlinks=False)  # Java compares the time of the runtime with the archive's
    class_archive(runtime)
    return home


def class_archive(java: Path) -> None:
    """Java's own classes, read at once at a start: with the same bytes each time if threads take turns at fixed addresses."""
    fixed = f"chrt -f 1 taskset -c {min(os.sched_getaffinity(0))} setarch -R".split()
    if not shutil.which("chrt") or subprocess.run([*fixed, "true"], stderr=subprocess.DEVNULL).returncode:
        print(f"{' '.join(fixed)} is not permitted: the class archive may have other bytes each time", file=sys.stderr)
        fixed = []
    place = Path("/tmp/emphatic-class-archive")  # a dump depends on its directory
    shutil.copytree(java, place, symlinks=True)
    try:
        run(*fixed, place / "bin/java", "-Xint", "-XX:+UseSerialGC", "-Xshare:dump", stdout=subprocess.DEVNULL, cwd=place,
            env={"PATH": "/bin"})
        copy(place / "lib/server/classes.jsa", java / "lib/server/classes.jsa")
    finally:
        shutil.rmtree(place)


def image() -> None:
    write(DIST / f"{NAME}-linux-x64.tar.gz", compressed(archive(app(), f"{NAME}/")))


def one_file() -> None:
    payload = STAGE / "one-file"
    for file in (TARGET / "emphatic.jar", library()):
        copy(file, payload / file.name)
    copy(HERE / "emphatic.cmd", payload / "emphatic.cmd")
    licenses(payload / "licenses")
    data = compressed(archive(payload))
    stub = (HERE / "one-file").read_text("utf-8").replace("@VERSION@", VERSION)
    stub = stub.replace("@ID@", f"{VERSION}-{hashlib.sha256(data).hexdigest()[:12]}")
    stub = stub.replace("@LINE@", str(stub.count("\n") + 1))
    write(DIST / "emphatic", stub.encode() + data, 0o755)


def deb() -> None:
    root = STAGE / "deb"
    shutil.copytree(app(), root / "usr/lib/emphatic", symlinks=True)
    shutil.move(root / "usr/lib/emphatic/share", root / "usr/share")
    (root / "usr/bin").mkdir()
    (root / "usr/bin/emphatic").symlink_to("../lib/emphatic/bin/emphatic")
    (root / "usr/share/doc/emphatic/LICENSE").rename(root / "usr/share/doc/emphatic/copyright")
    for page in (root / "usr/share/man/man1").iterdir():
        write(page.with_name(page.name + ".gz"), compressed(page.read_bytes()))
        page.unlink()
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    version = VERSION.replace("-", "~")
    control = STAGE / "control"
    write(control / "control", f"""Package: emphatic
Version: {version}
Architecture: amd64
Maintainer: The Emphatic maintainers <maintainers@example.org>
Installed-Size: {size}
Depends: libc6 (>= 2.34), libgcc-s1, libstdc++6, zlib1g
Section: science
Priority: optional
Description: what another policy would have earned, from a log
 Off-policy evaluation with a verdict, long-term predictions, and a service that
 learns while the data flows. Java is inside.
""".encode())
    write(control / "md5sums", "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()).encode())
    members = {"debian-binary": b"2.0\n", "control.tar.gz": compressed(archive(control, "./")),
               "data.tar.gz": compressed(archive(root, "./"))}
    data = b"!<arch>\n"
    for name, content in members.items():
        data += f"{name:<16}{TIME:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode()
        data += content + b"\n" * (len(content) % 2)
    write(DIST / f"emphatic_{version}_amd64.deb", data)


def libc(lib: Path, root: Path) -> None:
    """Copies the libraries of the system that the programs need, where they lie, with their licences."""
    needed: set[str] = set()
    for file in (lib / "runtime/bin/java", lib / "runtime/lib/server/libjvm.so", lib / "runtime/lib/libzip.so", library()):
        found = subprocess.run(["ldd", file], capture_output=True, text=True).stdout
        needed |= set(re.findall(r"(?:=> |^\s+)(/(?:usr/)?lib\S*) \(0x", found, re.M))
    for path in sorted(needed):
        copy(Path(path), root / path[1:], 0o755)
    for package in ("libc6", "libgcc-s1", "libstdc++6", "zlib1g"):
        text = Path(f"/usr/share/doc/{package}/copyright")
        if text.exists():
            copy(text, root / f"usr/share/doc/{package}/copyright")


def oci() -> None:
    """The app image over the libraries that it needs, as a tar that `podman load` and `docker load` take."""
    root, home = STAGE / "oci", "/opt/emphatic"
    shutil.copytree(app(), root / home[1:], symlinks=True)
    copy(STAGE / "classes/Health.class", root / home[1:] / "lib/Health.class")
    libc(app() / "lib", root)
    write(root / "etc/passwd", b"emphatic:x:65532:65532::/work:/none\n")
    for directory in ("tmp", "work"):
        (root / directory).mkdir()
    layer = archive(root)
    java = [f"{home}/lib/runtime/bin/java", "-XX:-UsePerfData"]
    configuration = {
        "architecture": "amd64", "os": "linux", "created": "2026-01-01T00:00:00Z",
        "config": {"User": "65532:65532", "WorkingDir": "/work", "ExposedPorts": {"8600/tcp": {}},
                   "Entrypoint": [*java, "-XX:MaxNewSize=128m", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8",
                                  "-Dstderr.encoding=UTF-8", "-jar", f"{home}/lib/emphatic.jar"],
                   "Cmd": ["--help"],
                   "Healthcheck": {"Test": ["CMD", *java, "-cp", f"{home}/lib", "Health"], "Interval": 30 * 10**9,
                                   "Timeout": 10 * 10**9, "StartPeriod": 30 * 10**9},
                   "Labels": {"org.opencontainers.image.version": VERSION, "org.opencontainers.image.licenses": "Apache-2.0"}},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]}}
    layout = STAGE / "oci-layout"

    def blob(data: bytes, kind: str) -> dict:
        digest = hashlib.sha256(data).hexdigest()
        write(layout / "blobs/sha256" / digest, data)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(data)}

    settings = blob(json.dumps(configuration).encode(), "config.v1+json")
    layers = [blob(compressed(layer), "layer.v1.tar+gzip")]
    manifest = blob(json.dumps({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                                "config": settings, "layers": layers}).encode(), "manifest.v1+json")
    tag = f"emphatic:{VERSION}"
    manifest["annotations"] = {"org.opencontainers.image.ref.name": f"localhost/{tag}"}
    write(layout / "oci-layout", b'{"imageLayoutVersion": "1.0.0"}')
    write(layout / "index.json", json.dumps({"schemaVersion": 2, "manifests": [manifest]}).encode())
    path = "blobs/sha256/{}".format
    write(layout / "manifest.json", json.dumps([{
        "Config": path(settings["digest"][7:]), "RepoTags": [tag], "Layers": [path(layers[0]["digest"][7:])]}]).encode())
    write(DIST / f"{NAME}-oci.tar", archive(layout))


def wheel() -> None:
    licenses(STAGE / "licenses")
    run(sys.executable, ROOT / "python/wheel.py", DIST, STAGE / "licenses")


def maven() -> None:
    """Jars, sources, Javadoc and POMs as a repository has them."""
    for pom in [ROOT / "pom.xml", *sorted(ROOT.glob("*/pom.xml"))]:
        name = re.search("<artifactId>(emphatic[a-z-]*)</artifactId>(?![^<]*<version>[^<]*</version>[^<]*</parent>)",
                         pom.read_text("utf-8"))[1]
        if pom.parent.name in ("bench", "dist"):
            continue
        place = DIST / "maven/io/emphatic" / name / VERSION
        copy(pom, place / f"{name}-{VERSION}.pom")
        for kind in ("", "-sources", "-javadoc"):
            for jar in sorted((pom.parent / "target").glob(f"**/{name}-{VERSION}{kind}.jar")):  # that of flink lies in lib/
                copy(jar, place / jar.name)


def sums() -> None:
    if (bom := HERE / "target/bom.json").exists():
        copy(bom, DIST / f"{NAME}-sbom.json")
    files = [path for path in sorted(DIST.rglob("*")) if path.is_file() and path.name != "SHA256SUMS"]
    write(DIST / "SHA256SUMS", "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(DIST)}\n" for path in files).encode())


if __name__ == "__main__":
    shutil.rmtree(STAGE, ignore_errors=True)
    for part in sys.argv[1:] or ["image", "one-file", "deb", "oci", "wheel", "maven", "sums"]:
        {"image": image, "one-file": one_file, "deb": deb, "oci": oci, "wheel": wheel, "maven": maven, "sums": sums}[part]()
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size:>12,} {file}" if file.is_file() else f"{'':>12} {file}")
