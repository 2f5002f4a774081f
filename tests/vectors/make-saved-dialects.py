"""python tests/vectors/make-saved-dialects.py, with openai, anthropic and httpx2 as packages.

What programs save that use the official Python clients, of the good answers in dialects.countersign.json.
"""

import json
from pathlib import Path

import anthropic
import httpx2 as httpx
import openai

folder = Path(__file__).parent
vectors = json.loads((folder / "dialects.countersign.json").read_text())
given = {case["name"]: case for case in vectors["cases"]}


def client_of(library, name, base):
    file = given[name]["file"]
    kind = "text/event-stream" if isinstance(file, str) else "application/json"
    content = file if isinstance(file, str) else json.dumps(file)

    def answer(_request):
        return httpx.Response(200, headers={"content-type": kind}, content=content.encode())

    http_client = httpx.Client(transport=httpx.MockTransport(answer))
    return library(api_key="x", base_url=base, max_retries=0, http_client=http_client)


cases = []


def save(name, source, file, outcome="opens"):
    request = given[source]["request"]
    cases.append({"name": name, "request": request, "file": file, "outcome": outcome})


def save_all(kind, source, answer):
    dumped = answer.model_dump_json()
    save(f"{kind}: model_dump_json()", source, dumped)
    save(f"{kind}: model_dump_json(indent=2)", source, answer.model_dump_json(indent=2))
    save(f"{kind}: json.dumps(model_dump())", source, json.dumps(answer.model_dump()))
    save(f"{kind}: to_json()", source, answer.to_json())
    save(f"{kind}: model_dump_json(exclude_none=True)", source, answer.model_dump_json(exclude_none=True))
    altered = dumped.replace("I look it up.", "I make it up.")
    save(f"{kind}: model_dump_json(), with another word", source, altered, "not opened")


anthropics = "http://gateway.invalid"
asked = given["a message"]["request"]
save_all("a message", "a message", client_of(anthropic.Anthropic, "a message", anthropics).messages.create(**asked))

base = "http://gateway.invalid/v1"
asked = given["a response"]["request"]
client = client_of(openai.OpenAI, "a response", base)
save_all("a response", "a response", client.responses.create(**asked))
save("a response: parse()", "a response", client.responses.parse(**asked).model_dump_json(warnings=False))
streaming = client_of(openai.OpenAI, "a response, streamed", base)
with streaming.responses.stream(**asked) as stream:
    final = stream.get_final_response()
save("a response: get_final_response()", "a response", final.model_dump_json(warnings=False))

about = f"What the Python clients of openai {openai.__version__} and anthropic {anthropic.__version__} save of good answers in dialects.countersign.json, whose signer counts, too."
text = json.dumps({"about": about, "cases": cases}, indent=2, ensure_ascii=False)
(folder / "saved-dialects.python.json").write_text(f"{text}\n")
