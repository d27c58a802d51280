"""Typesetting process: typesets one paper or paints one drawing and ends.

The site’s process keeps none of the memory, although Typst caches its input, and its threads keep running, although
resvg holds the interpreter lock.

`common.typesetting` runs it as `python -m common.typesetting_process`, without Django. Standard input is JSON; standard
output is a line of JSON, with the sizes of the files and the processor seconds used, and then the files.
"""

import json
import resource
import sys
import time
from contextlib import suppress
from typing import Any

# A paper with the most cards takes half of this address space, and half a second.
MAX_MEMORY_BYTES = 600_000_000
MAX_CPU_SECONDS = 20


def run_typesetting_job() -> None:
    for limit, value in ((resource.RLIMIT_AS, MAX_MEMORY_BYTES), (resource.RLIMIT_CPU, MAX_CPU_SECONDS)):
        with suppress(ValueError, OSError):  # not every system has both
            resource.setrlimit(limit, (value, value))
    job = json.load(sys.stdin.buffer)
    files = [_svg_to_png(job)] if "svg" in job else _typeset(job)
    about = {"sizes": [len(file) for file in files], "seconds": time.process_time()}
    sys.stdout.buffer.write(json.dumps(about).encode() + b"\n" + b"".join(files))


def _typeset(job: dict[str, Any]) -> list[bytes]:
    """Return the PDF, or a PNG for each page."""
    import typst

    compiler = typst.Compiler(
        f'#import "/{job["template"]}": render\n#render(json(bytes(sys.inputs.data)))\n'.encode(),
        root=job["root"],
        font_paths=typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=job["font_folders"]),
        ignore_system_fonts=True,
        sys_inputs={"data": job["data"]},
    )
    made: Any = compiler.compile(**job["options"])
    return made if isinstance(made, list) else [made]


def _svg_to_png(job: dict[str, Any]) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=job["svg"], **job["options"]))


if __name__ == "__main__":
    run_typesetting_job()
