import type { Json } from '#shared/canonical-json.ts'
import { readOr } from '#shared/read-or.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { parseSvc, type Svc } from '#shared/svc/parse-svc.ts'
import { messageCandidates, type Reasoning } from './message-candidates.ts'

export interface FramedAnswer {
  readonly svc: Svc
  /** What `choices[0].message` may have been: its server takes the answer apart and puts it together anew. */
  readonly candidates: readonly JsonObject[]
  readonly text: string
}

/**
 * What the frames of one message told (extension/dialect.ts), a line each. Null when none of them carries a
 * readable `svc`.
 */
export function readFrames(text: string): FramedAnswer | null {
  const frames = text.split('\n').flatMap(readLine)
  const carrier = frames.find((frame) => 'svc' in frame)
  if (carrier === undefined) return null
  return readOr(null, () => {
    const svc = parseSvc(carrier['svc'])
    const whole = frames.map(({ message }) => message).find(isJsonObject)
    if (whole) {
      const { content } = whole
      return { svc, candidates: [whole], text: typeof content === 'string' ? content : '' }
    }
    const content = frames.map((frame) => frame['content']).findLast(isText) ?? ''
    const reasoning = frames.map((frame) => frame['reasoning']).findLast(isReasoning) ?? null
    return { svc, candidates: messageCandidates(content, reasoning), text: content }
  })
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string'
}

function isReasoning(value: Json | undefined): value is Json & Reasoning {
  if (!isJsonObject(value ?? null)) return false
  const { text, member } = value as Partial<Reasoning>
  return typeof text === 'string' && (member === null || typeof member === 'string')
}

function readLine(line: string): readonly JsonObject[] {
  try {
    const frame = JSON.parse(line) as Json
    return isJsonObject(frame) ? [frame] : []
  } catch {
    return []
  }
}
