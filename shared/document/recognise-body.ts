import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { isOpenJson } from '../json/is-open-json.ts'
import { recogniseObject } from './recognise-object.ts'
import { recogniseTranscript, type TranscriptLimits } from './recognise-transcript.ts'
import { refuse, type Recognition } from './subject.ts'

/** What would be recognised, for whoever brought something else. */
export const unrecognised =
  'This is not a receipt, an answer, a stream, a {"request", "response"}, a disclosure, an export, JSON lines of these, or a link of one.'

const beginsStream = /^[\r\n]*(?:data|event|id|retry)?:/

/** Says what one text is that holds one document, as it came. Never throws. */
export function recogniseBody(text: string, limits: TranscriptLimits): Recognition {
  return unlessMalformed(text, () => {
    if (text.trimStart().startsWith('{')) {
      const bytes = utf8ToBytes(text)
      const { value } = parseJsonObject(bytes, parseUtf8)
      return recogniseObject(value, bytes, limits.choices ?? null)
    }
    // Its end is left as it is: a line that is whole is another than one that was cut off.
    if (beginsStream.test(text)) return recogniseTranscript(utf8ToBytes(text), limits)
    return refuse('unrecognised', text.trim() === '' ? 'There is nothing in it.' : unrecognised)
  })
}

/** What it reads, or a sentence why it cannot be read. */
export function unlessMalformed(text: string, read: () => Recognition): Recognition {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (error.code === 'JSON_MALFORMED') return brokenJson(text)
    return refuse('invalid', `It cannot be read: ${error.message}.`)
  }
}

const knownMember =
  /"(?:receipt|receipt_digest|signature|svc|choices|promptCommit)"\s*:|"type"\s*:\s*"countersign-/

function brokenJson(text: string): Recognition {
  if (!knownMember.test(text))
    return refuse('unrecognised', `${unrecognised} It is not JSON either.`)
  return isOpenJson(text.trim())
    ? refuse('incomplete', 'The JSON is cut off: a part is missing.')
    : refuse(
        'invalid',
        'It looks like a receipt, an answer or a file of them, but its JSON is broken.',
      )
}
