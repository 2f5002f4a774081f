"""Asks a gateway with the helpers of an official client: those that put a stream together, and those that parse.

Arguments: the client, the gateway's address, that of a busy one, a key. Prints one line of JSON: what each of them gave.
"""

import json
import sys

client, gateway, busy, key = sys.argv[1:]
model = "svc-chat"
messages = [{"role": "user", "content": "What is 12 * 3?"}]
schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
tool = {"name": "get_weather", "description": "The weather.", "input_schema": schema}


def openai():
    from openai import OpenAI
    from pydantic import BaseModel

    class Answer(BaseModel):
        ok: bool

    made = OpenAI(base_url=f"{gateway}/v1", api_key=key, max_retries=0)
    chats, responses = made.chat.completions, made.responses
    with chats.stream(model=model, messages=messages) as stream:
        yield "chat.stream", stream.get_final_completion().choices[0].message.content
    parsed = chats.parse(model=model, messages=messages, response_format=Answer)
    yield "chat.parse", parsed.choices[0].message.parsed.model_dump()
    with responses.stream(model=model, input=messages) as stream:
        yield "responses.stream", stream.get_final_response().output_text
    parsed = responses.parse(model=model, input=messages, text_format=Answer)
    yield "responses.parse", parsed.output_parsed.model_dump()


def embeddings():
    from openai import APIStatusError, OpenAI

    asked = {"model": "svc-embed", "input": ["one", "two"]}

    def error_of(base, **headers):
        try:
            # With the tries that it makes by itself.
            made = OpenAI(base_url=f"{base}/v1", api_key=key, default_headers=headers)
            made.embeddings.create(**asked)
        except APIStatusError as error:
            return type(error).__name__, error.status_code

    answer = OpenAI(base_url=f"{gateway}/v1", api_key=key).embeddings.create(**asked)
    yield "vectors", [isinstance(each.embedding[0], float) for each in answer.data]
    yield "digest", answer.svc["receipt_digest"]
    yield "stale", error_of(gateway, **{"x-svc-shown-mode": "tee"})
    yield "busy", error_of(busy)


def anthropic():
    from anthropic import Anthropic

    made = Anthropic(base_url=gateway, api_key=key, max_retries=0)
    asked = {"model": model, "max_tokens": 2048, "messages": messages}
    with made.messages.stream(**asked) as stream:
        yield "stream", stream.get_final_message().content[0].text
    more = {
        "tools": [tool],
        "tool_choice": {"type": "any"},
        "thinking": {"type": "enabled", "budget_tokens": 1024},
    }
    yield "thinking", [each.type for each in made.messages.create(**asked, **more).content]
    with made.messages.stream(**asked, **more) as stream:
        yield "thinking streamed", [each.type for each in stream.get_final_message().content]


print(json.dumps(dict(globals()[client]())))
