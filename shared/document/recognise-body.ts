import { utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { isOpenJson } from '../json/is-open-json.ts'
import { recogniseObject } from './recognise-object.ts'
import { recogniseTranscript, type TranscriptLimits } from './recognise-transcript.ts'
import { refuse, type Recognition } from './subject.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

const beginsStream = /^[\r\n]*(?:data|event|id|retry)?:/

/** Says what one text is that holds one document, as it came. Never throws. */
export function recogniseBody(text: string, limits: TranscriptLimits): Recognition {
  return unlessMalformed(text, () => {
    if (text.trimStart().startsWith('{')) {
      const bytes = utf8ToBytes(text)
      const { value } = parseJsonObject(bytes)
      return recogniseObject(value, bytes, limits.choices ?? null)
    }
    // Its end is left as it is: a line that is whole is another than one that was cut off.
    if (beginsStream.test(text)) return recogniseTranscript(utf8ToBytes(text), limits)
    return refuse('unrecognised', text.trim() === '' ? words.empty : words.unrecognised)
  })
}

/** What it reads, or a sentence why it cannot be read. */
export function unlessMalformed(text: string, read: () => Recognition): Recognition {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (error.code === 'JSON_MALFORMED') return brokenJson(text)
    return refuse('invalid', words.unreadable(error.message))
  }
}

const knownMember =
  /"(?:receipt|receipt_digest|signature|svc|choices|promptCommit)"\s*:|"type"\s*:\s*"countersign-/

function brokenJson(text: string): Recognition {
  if (!knownMember.test(text)) {
    return refuse('unrecognised', `${words.unrecognised} ${words.notJson}`)
  }
  return isOpenJson(text.trim())
    ? refuse('incomplete', words.cutOff)
    : refuse('invalid', words.brokenJson)
}
