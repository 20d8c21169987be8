"""`python -m bench.steps.functions PART STEP`: what each function does in a step, as JSON.

It is bytecodes by Python function, and calls by C function, both for one item. They are the same in
each run, as instructions are, but tell whose they are.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bench.steps.counted import ready
from bench.steps.still import stand_still

ROOT = str(Path(__file__).parents[2])


async def main(part: str, name: str) -> None:
    """Print the work of each function in the step."""
    (step,) = [each for each in await ready(part) if each.name == name]
    bytecodes, calls = Counter[CodeType](), Counter[str]()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode":
            bytecodes[frame.f_code] += 1
        return trace

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call":
            calls[f"{argument.__qualname__} (calls)"] += 1

    sys.setprofile(profile)
    sys.settrace(trace)
    try:
        await step.answer()
    finally:
        sys.settrace(None)
        sys.setprofile(None)
    for code, number in bytecodes.items():
        calls[_named(code)] += number
    print(json.dumps({function: number / step.count for function, number in calls.items()}))


def _named(code: CodeType) -> str:
    path = code.co_filename.removeprefix(f"{ROOT}/").rpartition("site-packages/")[2]
    return f"{path} {code.co_qualname}"


if __name__ == "__main__":
    stand_still()
    import uvloop

    uvloop.run(main(*sys.argv[1:]))
