import type { ContentFree } from '../e2ee/in-clear/content-free.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { FieldCipher } from './field-cipher.ts'
import { nearCipher } from './near-cipher.ts'
import { nearRequest, veniceRequest } from './request-fields.ts'
import { veniceCipher } from './venice-cipher.ts'

/** A way to encrypt the fields of a chat one by one, and the rest of it not. */
export interface FieldScheme {
  readonly cipher: FieldCipher
  /** Where the fields of a request stand, and what may stand beside them. */
  readonly request: (request: JsonObject) => ContentFree
  /** Whether nobody may send this in clear, whoever allows it. @param path of a member, as in `tools[0].custom` */
  readonly isNeverClear: (path: string) => boolean
  /** Whether an answer is always a stream. */
  readonly streams: boolean
}

const within = (names: string) => new RegExp(`^(?:${names.replaceAll(' ', '|')})\\b`)

/** Members of which a host takes in clear what it could open. */
const opened = within('messages tools tool_choice functions function_call')
/** But for the ids of calls, which no host opens. */
const callIds = /^messages\[\d+\]\.(?:tool_call_id|tool_calls\[\d+\]\.id)$/
/** Members that Venice would have to read. */
const readByVenice = within(
  'messages tools tool_choice functions function_call venice_parameters web_search_options plugins',
)

export const fieldSchemes = {
  'near-2': {
    cipher: nearCipher,
    request: nearRequest,
    isNeverClear: (path) => opened.test(path) && !callIds.test(path),
    streams: false,
  },
  'venice-1': {
    cipher: veniceCipher,
    request: veniceRequest,
    isNeverClear: (path) => readByVenice.test(path),
    streams: true,
  },
} as const satisfies Readonly<Record<string, FieldScheme>>

/** Null for the name of a scheme that encrypts otherwise. */
export function fieldSchemeOf(name: string): FieldScheme | null {
  return Object.hasOwn(fieldSchemes, name) ? fieldSchemes[name as keyof typeof fieldSchemes] : null
}
