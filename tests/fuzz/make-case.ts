import { chatCase, type FuzzCase } from './fuzz-case.ts'
import { flood } from './floods.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateJson } from './mutate-json.ts'
import { cutRequest, oddEncoding, oddHeaders, oddPath, rawRequest } from './odd-requests.ts'
import { createRandom } from './random.ts'
import { validBody } from './valid-bodies.ts'

const limitBytes = 20 * 1024 * 1024
/** One case in so many is a body of 20 MiB and a byte. */
const oversizedEvery = 12_500
/** One in so many is a long body of more and more of the same. */
const floodEvery = 500

/** The case of this number; the seed and the number are all it depends on. */
export function makeCase(seed: number, caseNumber: number): FuzzCase {
  const random = createRandom(seed, caseNumber)
  if (caseNumber % oversizedEvery === 100) return oversized()
  if (caseNumber % floodEvery === 50) return flood(random)
  const body = validBody(random)
  const text = JSON.stringify(body)
  const share = random.int(100)
  if (share < 50) return chatCase('json', mutateJson(body, random))
  if (share < 77) return chatCase('bytes', mutateBytes(Buffer.from(text), random))
  if (share < 82) return chatCase('valid', text)
  if (share < 87) return oddEncoding(text, random)
  if (share < 91) return oddHeaders(text, random)
  if (share < 94) return oddPath(Buffer.from(text), random)
  if (share < 97) return rawRequest(text, random)
  return cutRequest(text, random)
}

/** A good request, whose answer is not. */
export function makeAnswerCase(seed: number, caseNumber: number): FuzzCase {
  const random = createRandom(seed ^ 0xa5a5, caseNumber)
  const stream = random.chance(50)
  const content = random.pick(['hi', 'ünïcode 😀'])
  return chatCase(
    stream ? 'streamed answer' : 'buffered answer',
    JSON.stringify({
      model: random.chance(80) ? 'fuzz-hostile' : 'fuzz-hostile-anonymized',
      messages: [{ role: 'user', content }],
      stream,
      // The upstream reads it.
      fuzz_case: caseNumber,
    }),
    { upstream: 'hostile' },
  )
}

function oversized(): FuzzCase {
  const frame = '{"model":"fuzz-private","messages":[{"role":"user","content":""}]}'
  const padding = 'x'.repeat(limitBytes + 1 - frame.length)
  return chatCase('oversized', frame.replace('""}', `"${padding}"}`), { withKey: true })
}
