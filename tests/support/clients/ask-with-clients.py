"""Asks a gateway with one library: whole, as a stream, with a tool; then below its floor, as often as the library does
by itself, and where it is busy.

Arguments: the client, the gateway's address, that of a busy one, a key. Prints one line of JSON: what was said, which
receipt the library left with it (None where it drops it), the tool that was called, and the class and status of both errors.
"""

import json
import sys

client, gateway, busy, key = sys.argv[1:]
model = "svc-chat"
question = "What is 12 * 3?"
messages = [{"role": "user", "content": question}]
floor = {"x-svc-shown-mode": "tee"}
schema = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
function = {"name": "get_weather", "description": "The weather.", "parameters": schema}
chat_tool = {"type": "function", "function": function}
response_tool = {"type": "function", "strict": False, **function}
message_tool = {"name": "get_weather", "description": "The weather.", "input_schema": schema}


def tries(headers, *names):
    """Those of the library's own are what a refusal is to meet."""
    return {} if headers else dict.fromkeys(names, 0)


def digest_of(answer):
    svc = answer.get("svc") if isinstance(answer, dict) else getattr(answer, "svc", None)
    return svc["receipt_digest"] if svc else None


def last_digest(events):
    return next((digest_of(each) for each in reversed(events) if digest_of(each)), None)


def as_chat(ask):
    whole = ask()
    chunks = list(ask(stream=True))
    words = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    called = ask(tools=[chat_tool], tool_choice="required").choices[0].message.tool_calls[0]
    return (
        (whole.choices[0].message.content, digest_of(whole)),
        (words, last_digest(chunks)),
        called.function.name,
        ask,
    )


def as_response(ask, text_of):
    whole = ask()
    events = list(ask(stream=True))
    words = "".join(e.delta for e in events if e.type == "response.output_text.delta")
    called = ask(tools=[response_tool], tool_choice="required").output[0]
    ended = [e.response for e in events if e.type == "response.completed"]
    return (text_of(whole), digest_of(whole)), (words, last_digest(ended)), called.name, ask


def openai_chat():
    from openai import OpenAI

    def ask(base=gateway, headers=None, **more):
        made = OpenAI(base_url=f"{base}/v1", api_key=key, **tries(headers, "max_retries"))
        asked = {"model": model, "messages": messages}
        return made.chat.completions.create(**asked, extra_headers=headers, **more)

    return as_chat(ask)


def openai_responses():
    from openai import OpenAI

    def ask(base=gateway, headers=None, **more):
        made = OpenAI(base_url=f"{base}/v1", api_key=key, **tries(headers, "max_retries"))
        return made.responses.create(model=model, input=question, extra_headers=headers, **more)

    return as_response(ask, lambda whole: whole.output_text)


def anthropic_messages():
    from anthropic import Anthropic

    asked = {"model": model, "max_tokens": 400, "messages": messages}

    def ask(base=gateway, headers=None, **more):
        made = Anthropic(base_url=base, api_key=key, **tries(headers, "max_retries"))
        return made.messages.create(**asked, extra_headers=headers, **more)

    whole = ask()
    # The events of `.stream()` are made anew, without members that it does not know.
    events = list(ask(stream=True))
    words = "".join(e.delta.text for e in events if e.type == "content_block_delta")
    called = ask(tools=[message_tool], tool_choice={"type": "any"}).content[0]
    return (whole.content[0].text, digest_of(whole)), (words, last_digest(events)), called.name, ask


def with_langchain(make):
    def ask(base=gateway, headers=None):
        return make(base, headers).invoke(question)

    def kept(answer):
        return digest_of(answer.response_metadata) or digest_of(answer.additional_kwargs)

    plain = make(gateway, None)
    whole = plain.invoke(question)
    chunks = list(plain.stream(question))
    words = "".join(chunk.text for chunk in chunks)
    digest = next((kept(chunk) for chunk in reversed(chunks) if kept(chunk)), None)
    called = plain.bind_tools([chat_tool], tool_choice="any").invoke(question).tool_calls[0]
    return (whole.text, kept(whole)), (words, digest), called["name"], ask


def langchain_openai(**more):
    from langchain_openai import ChatOpenAI

    def make(base, headers):
        options = {"base_url": f"{base}/v1", "api_key": key, **tries(headers, "max_retries")}
        return ChatOpenAI(model=model, default_headers=headers, **options, **more)

    return with_langchain(make)


def langchain_responses():
    return langchain_openai(use_responses_api=True)


def langchain_anthropic():
    from langchain_anthropic import ChatAnthropic

    def make(base, headers):
        options = {"base_url": base, "api_key": key, "max_tokens": 400}
        more = tries(headers, "max_retries")
        return ChatAnthropic(model=model, default_headers=headers, **options, **more)

    return with_langchain(make)


def litellm_tries(headers):
    return tries(headers, "num_retries", "max_retries")


def with_litellm(name, at):
    import litellm

    litellm.suppress_debug_info = True

    def ask(base=gateway, headers=None, **more):
        where = {"api_base": f"{base}{at}", "api_key": key, **litellm_tries(headers)}
        return litellm.completion(
            model=f"{name}/{model}", messages=messages, extra_headers=headers, **where, **more
        )

    return as_chat(ask)


def litellm_chat():
    return with_litellm("openai", "/v1")


def litellm_messages():
    return with_litellm("anthropic", "")


def litellm_responses():
    import litellm

    litellm.suppress_debug_info = True

    def ask(base=gateway, headers=None, **more):
        where = {"api_base": f"{base}/v1", "api_key": key, **litellm_tries(headers)}
        return litellm.responses(
            model=f"openai/{model}", input=question, extra_headers=headers, **where, **more
        )

    return as_response(ask, lambda whole: whole.output[0].content[0].text)


def with_pydantic_ai(make):
    from pydantic_ai import Agent, DeferredToolRequests, ExternalToolset, ToolDefinition

    def ask(base=gateway, headers=None):
        return Agent(make(base)).run_sync(question, model_settings={"extra_headers": headers or {}})

    streamed = Agent(make(gateway)).run_stream_sync(question)
    words = "".join(streamed.stream_text(delta=True))
    definition = ToolDefinition(name="get_weather", parameters_json_schema=schema)
    # Handed out, and not run: the exchange ends with the call.
    caller = Agent(
        make(gateway),
        output_type=[str, DeferredToolRequests],
        toolsets=[ExternalToolset([definition])],
    )
    called = caller.run_sync("What does get_weather say?").output.calls[0]
    return (ask().output, None), (words, None), called.tool_name, ask


def pydantic_ai_openai(of="OpenAIChatModel"):
    from pydantic_ai.models import openai
    from pydantic_ai.providers.openai import OpenAIProvider

    def make(base):
        provider = OpenAIProvider(base_url=f"{base}/v1", api_key=key)
        return getattr(openai, of)(model, provider=provider)

    return with_pydantic_ai(make)


def pydantic_ai_responses():
    return pydantic_ai_openai("OpenAIResponsesModel")


def pydantic_ai_anthropic():
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    def make(base):
        return AnthropicModel(model, provider=AnthropicProvider(base_url=base, api_key=key))

    return with_pydantic_ai(make)


def error_of(ask, **more):
    try:
        ask(**more)
    except Exception as error:  # the class is what is asked for
        module = type(error).__module__.split(".")[0]
        return [f"{module}.{type(error).__name__}", getattr(error, "status_code", None)]
    return None


whole, streamed, tool, ask = globals()[client]()
print(
    json.dumps(
        {
            "whole": whole,
            "streamed": streamed,
            "tool": tool,
            "stale": error_of(ask, headers=floor),
            "busy": error_of(ask, base=busy),
        }
    )
)
