"""Saves answers as programs do that use the official Python client: a line of JSON in, a line of JSON out.

In: {"answer": text of a completion, "stream": text of its stream}. Out: the texts of what was saved, by how.
"""

import json
import sys

import openai
from pydantic import BaseModel

try:
    import httpx2 as httpx
except ImportError:
    import httpx


def client_for(body, media_type):
    def answer(_request):
        return httpx.Response(200, headers={"content-type": media_type}, content=body.encode())

    return openai.OpenAI(
        api_key="x",
        base_url="http://gateway.invalid/v1",
        max_retries=0,
        http_client=httpx.Client(transport=httpx.MockTransport(answer)),
    )


class Said(BaseModel):
    words: str


asked = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}

for line in sys.stdin:
    given = json.loads(line)
    client = client_for(given["answer"], "application/json")
    completion = client.chat.completions.create(**asked)
    saved = {
        "model_dump_json()": completion.model_dump_json(),
        "model_dump_json(indent=2)": completion.model_dump_json(indent=2),
        "model_dump_json(exclude_none=True)": completion.model_dump_json(exclude_none=True),
        "json.dumps(model_dump())": json.dumps(completion.model_dump()),
        "to_json()": completion.to_json(),
        "with_raw_response": client.chat.completions.with_raw_response.create(**asked).text,
    }
    try:
        saved["parse()"] = client.chat.completions.parse(
            **asked, response_format=Said
        ).model_dump_json()
    except Exception:
        saved["parse()"] = client.chat.completions.parse(**asked).model_dump_json()
    print(json.dumps(saved))
