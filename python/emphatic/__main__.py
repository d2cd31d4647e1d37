"""``emphatic VERB …`` as a program: ``python -m emphatic`` does the same."""
import subprocess
import sys

from ._java import Error, command


def main() -> int:
    try:
        return subprocess.call(command(*sys.argv[1:]))
    except Error as e:
        print(f"emphatic: {e}", file=sys.stderr)
        return e.code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
