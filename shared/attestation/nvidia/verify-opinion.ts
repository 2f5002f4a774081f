import { showUnixTime } from '../../text/show-unix-time.ts'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import { canonicalJson, type Json } from '../../canonical-json.ts'
import { sha256Digest } from '../../digest.ts'
import { FormatError } from '../../errors.ts'
import {
  decided,
  madeBy,
  notProven,
  proven,
  refused,
  type EvidenceCheck,
} from '../../evidence-check.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { parseJsonArray } from '../../json/parse-json-array.ts'
import { parseJsonObject, type JsonObject } from '../../json/parse-json-object.ts'
import * as gpuReasons from '../../words/english/evidence/gpu-reasons.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import { decodeUrlBase64 as decode, keyProblem, readKeySet, type KeySet } from './key-set.ts'

/** What NVIDIA's service answered, and the keys that signed it: they vanish from its list within days. */
export interface GpuOpinion {
  /** JSON text: `[["JWT", overall], {"GPU-0": token, …}]`. */
  readonly answer: string
  /** JSON text of a JWK set, with the certificates of each key. */
  readonly keys: string
}

export interface OpinionSubject {
  /** 64 hex digits: what the GPUs must have signed. */
  readonly nonce: string
  /** Serial numbers of their certificates, in decimal, in any order. */
  readonly serials: readonly string[]
  readonly nowSeconds: number
}

const issuer = 'https://nras.attestation.nvidia.com'
/** Its clock and the reader's: opinions were up to 61 seconds older than the answer. */
const skewSeconds = 120

interface Token {
  readonly text: string
  /** Name of the key that it says it is signed with. */
  readonly kid: string
  readonly claims: JsonObject
  readonly problem: string | null
}

/**
 * A second opinion: whether NVIDIA's service found these GPUs in order. It is never a condition of anything: it is one
 * company's online service. Never throws.
 */
export function verifyOpinion(
  opinion: GpuOpinion | null,
  subject: OpinionSubject,
): readonly EvidenceCheck[] {
  if (opinion === null) {
    const reason = gpuReasons.noOpinion
    return madeBy('nvidia', [notProven('nvidia.opinion', reason)])
  }
  try {
    return madeBy('nvidia', judge(opinion, subject))
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return madeBy('nvidia', [refused('nvidia.opinion-signature', error.message)])
  }
}

function judge(
  { answer, keys }: GpuOpinion,
  { nonce, serials, nowSeconds }: OpinionSubject,
): readonly EvidenceCheck[] {
  const [first, others] = parseJsonArray(answer)
  const overallText = Array.isArray(first) && first[0] === 'JWT' ? first[1] : null
  const known = readKeySet(keys)
  const overall = readToken(overallText, known)
  const each = Object.entries(isJsonObject(others) ? others : {}).map(
    ([name, text]) => [name, readToken(text, known)] as const,
  )
  const all = [overall, ...each.map(([, token]) => token)]
  return [
    decided(
      'nvidia.opinion-signature',
      all.find(({ problem }) => problem !== null)?.problem ?? null,
    ),
    certified(all, known),
    decided('nvidia.opinion-time', timeProblem(all, nowSeconds)),
    decided('nvidia.opinion-subject', subjectProblem(overall, each, { nonce, serials })),
    decided('nvidia.opinion', opinionProblem(overall, each), gpuReasons.inOrder),
  ]
}

/** Whoever signed may have been anybody, where no authority of NVIDIA's is named. */
function certified(tokens: readonly Token[], keys: KeySet): EvidenceCheck {
  const id = 'nvidia.opinion-key'
  for (const { kid, claims } of tokens) {
    const key = keys.get(kid)
    const problem = key === undefined ? gpuReasons.keyMissing : keyProblem(key, claims['nbf'])
    if (problem !== null) return notProven(id, problem)
  }
  return proven(id)
}

function readToken(text: unknown, keys: KeySet): Token {
  if (typeof text !== 'string') throw new FormatError('EVIDENCE_MALFORMED', gpuReasons.noText)
  const [head = '', body = '', tail = '', ...more] = text.split('.')
  if (more.length > 0) throw new FormatError('EVIDENCE_MALFORMED', gpuReasons.tooManyParts)
  const { kid: named, alg } = parseJsonObject(decode(head)).value
  const kid = typeof named === 'string' ? named : ''
  const { value: claims } = parseJsonObject(decode(body))
  const key = keys.get(kid)?.key
  if (alg !== 'ES384' || key === undefined) {
    return { text, kid, claims, problem: gpuReasons.unknownKey }
  }
  const holds = verifySigned(
    'ecdsa-sha384',
    { key, signature: decode(tail), form: 'compact' },
    utf8ToBytes(`${head}.${body}`),
  )
  return { text, kid, claims, problem: holds ? null : gpuReasons.tokenSignature }
}

function timeProblem(tokens: readonly Token[], nowSeconds: number): string | null {
  for (const { claims } of tokens) {
    const { nbf, exp, iss } = claims
    if (iss !== issuer) return gpuReasons.tokenIssuer
    if (typeof nbf !== 'number' || typeof exp !== 'number') return gpuReasons.tokenTime
    if (nowSeconds + skewSeconds < nbf) return gpuReasons.validFrom(showUnixTime(nbf))
    if (nowSeconds - skewSeconds > exp) return gpuReasons.validUntil(showUnixTime(exp))
  }
  return null
}

type NamedToken = readonly [name: string, token: Token]

/** The overall token holds the digest of each GPU's token, which joins them. */
function subjectProblem(
  { claims }: Token,
  each: readonly NamedToken[],
  { nonce, serials }: Pick<OpinionSubject, 'nonce' | 'serials'>,
): string | null {
  const { submods } = claims
  if (claims['eat_nonce'] !== nonce) return gpuReasons.opinionNonce
  const joined: Json = Object.fromEntries(
    each.map(([name, { text }]) => [name, ['DIGEST', ['SHA-256', sha256Digest(text)]]]),
  )
  if (canonicalJson(joined) !== canonicalJson(submods ?? null)) {
    return gpuReasons.tokensApart
  }
  const named = each.map(([, token]) => JSON.stringify(token.claims['ueid'] ?? null))
  const expectedNames = serials.map((serial) => JSON.stringify(serial))
  return sameMembers(named, expectedNames) ? null : gpuReasons.otherGpus
}

function sameMembers(found: readonly string[], wanted: readonly string[]): boolean {
  return found.length === wanted.length && wanted.every((each) => found.includes(each))
}

/** Members that say something else than they should: `x-nvidia-…` is the rest of their names. */
const expected: Readonly<Record<string, unknown>> = {
  measres: 'success',
  dbgstat: 'disabled',
  secboot: true,
  'x-nvidia-gpu-attestation-report-nonce-match': true,
  'x-nvidia-gpu-attestation-report-signature-verified': true,
  'x-nvidia-gpu-attestation-report-cert-chain-validated': true,
}

function opinionProblem({ claims }: Token, each: readonly NamedToken[]): string | null {
  for (const [name, token] of each) {
    const details = token.claims['x-nvidia-error-details'] as JsonObject | undefined
    if (details) return `${name}: ${JSON.stringify(details['message'])}`
    const wrong = Object.keys(expected).find((member) => token.claims[member] !== expected[member])
    if (wrong !== undefined) return `${name}: ${wrong} is ${JSON.stringify(token.claims[wrong])}`
  }
  return claims['x-nvidia-overall-att-result'] === true ? null : gpuReasons.saysNo
}
