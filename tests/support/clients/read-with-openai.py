"""Reads streams with the official Python client: a line of JSON in, a line of JSON out.

In: {"stream": base64, "n": int}. Out: what a program shows, as tests/support/requests/stream-readers.ts has it.
"""

import base64
import json
import sys

import openai

try:
    import httpx2 as httpx
except ImportError:
    import httpx

streams = [json.loads(line) for line in sys.stdin]
current = {"bytes": b""}


def answer(_request):
    return httpx.Response(
        200, headers={"content-type": "text/event-stream"}, content=current["bytes"]
    )


client = openai.OpenAI(
    api_key="x",
    base_url="http://gateway.invalid/v1",
    max_retries=0,
    http_client=httpx.Client(transport=httpx.MockTransport(answer)),
)

for each in streams:
    current["bytes"] = base64.b64decode(each["stream"])
    shown = {"first": "", "zero": "", "all": "", "failed": False}
    try:
        chunks = client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "hi"}], n=each["n"], stream=True
        )
        for chunk in chunks:
            for position, choice in enumerate(chunk.choices or []):
                content = choice.delta.content if choice.delta else None
                if not isinstance(content, str):
                    continue
                if position == 0:
                    shown["first"] += content
                if not getattr(choice, "index", None):
                    shown["zero"] += content
                shown["all"] += content
    except Exception:
        shown["failed"] = True
    print(json.dumps(shown))
