import type { ContentFree } from '../e2ee/in-clear/content-free.ts'
import { named } from '../e2ee/in-clear/named.ts'
import { sealableMembers } from '../e2ee/in-clear/sealable-members.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

const called: ContentFree = { members: named('sealed', 'name arguments') }
/** An id that says nothing: some models put the name of the tool there. */
const callId = /^[A-Za-z0-9]{0,24}[_-]?[A-Za-z0-9]{1,64}$/
const calls: ContentFree = {
  each: { members: { id: callId, type: ['function'], index: 'number', function: called } },
}

const message: ContentFree = {
  members: {
    role: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
    ...named('sealed', 'content name refusal'),
    tool_calls: calls,
    function_call: called,
    tool_call_id: callId,
    prefix: 'switch',
    ...named('empty', 'annotations audio images'),
  },
}

const tool: ContentFree = {
  members: {
    type: ['function'],
    function: {
      members: { ...named('sealed', 'name description parameters'), strict: 'switch' },
    },
  },
}

const chosen: ContentFree = { members: { name: 'sealed' } }
const { free, repeating } = sealableMembers

/** What a host opens of a request (PROTOCOL.md §12.4), and what may stand there in clear: there is no third kind of member. */
export function nearRequest({ tool_choice: choice, function_call: call }: JsonObject): ContentFree {
  return {
    members: {
      ...free,
      ...named('empty', repeating.join(' ')),
      messages: { each: message },
      tools: { each: tool },
      tool_choice:
        typeof choice === 'string'
          ? ['auto', 'none', 'required']
          : { members: { type: ['function'], function: chosen } },
      function_call: typeof call === 'string' ? ['auto', 'none'] : chosen,
    },
  }
}

const contentAlone: ContentFree = {
  members: {
    role: ['system', 'developer', 'user', 'assistant'],
    content: 'sealed',
    ...named('empty', 'name refusal tool_calls function_call tool_call_id'),
  },
}

/** The same of a host that is met through Venice, which opens the content of messages alone (PROTOCOL.md §12.5). */
export function veniceRequest(): ContentFree {
  return {
    members: {
      ...free,
      ...named('empty', repeating.join(' ')),
      ...named('empty', 'tools tool_choice functions function_call venice_parameters'),
      messages: { each: contentAlone },
    },
  }
}
