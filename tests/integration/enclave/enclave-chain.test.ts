import { execFileSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { CheckId } from '#shared/claims.ts'
import { enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { recognise } from '#shared/document/recognise.ts'
import type { Subject } from '#shared/document/subject.ts'
import { judgeChain, type ChainPolicy } from '#shared/judge/judge-chain.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { decideVerdict } from '#shared/verdict.ts'
import { readEnclave } from '../../../server/commands/verify/read-enclave.ts'
import { untilEnd } from '../../support/until-end.ts'
import { fetchEvidence } from '../../support/enclave/fetch-evidence.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { repeatChainByHand } from '../../../web/judge/repeat-chain-by-hand.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'

type Answer = Extract<Subject, { kind: 'answer' | 'transcript' }>

const model = 'svc-assist-mini'
const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
const development: ChainPolicy = { reference: null }

const gateway = inject('demo')

const other = await untilEnd(startEnclave())
const [buffered, streamed] = await Promise.all([ask(false), ask(true)])
const texts = { buffered, streamed }
const evidence = await fetchEvidence(gateway.baseUrl, model)

async function ask(stream: boolean): Promise<string> {
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages, stream }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
  return text
}

function answerIn(text: string): Answer {
  const recognition = recognise(utf8ToBytes(text))
  if (recognition.kind !== 'recognised') throw new Error(recognition.kind)
  const { subject } = recognition
  if (subject.kind !== 'answer' && subject.kind !== 'transcript') throw new Error(subject.kind)
  return subject
}

function judge(text: string, file: Evidence = evidence, policy = development) {
  const subject = answerIn(text)
  const { svc, bytes, kind: form } = subject
  const read = parseEvidence(utf8ToBytes(JSON.stringify(file)))
  return { subject, chain: judgeChain({ svc, bytes, form, evidence: read }, policy) }
}

function failedIn(text: string, file?: Evidence, policy?: ChainPolicy): readonly string[] {
  const { chain } = judge(text, file, policy)
  expect(decideVerdict(chain.checks, chain.required).kind).not.toBe('verified')
  return chain.checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
}

test.each(['buffered', 'streamed'] as const)(
  'a %s answer is proven from the quote to its bytes',
  async (form) => {
    const { subject, chain } = judge(texts[form])
    expect(chain.checks.filter(({ status }) => status === 'fail')).toEqual([])
    expect(decideVerdict(chain.checks, chain.required).kind).toBe('verified')
    const limits: unknown = await (await fetch(`${gateway.baseUrl}/api/limits`)).json()
    const trust = {
      signers: parseSignerHistory(limits),
      policy: { simulatedEnclave: 'accept-in-development' as const },
      nowSeconds: Date.now() / 1000,
    }
    const openings = { prompt: { values: [messages] }, chain }
    expect(judgeSubject(subject, openings, trust).verdict.kind).toBe('verified')
  },
)

test('empty lines that a copy lost or gained at the end of a stream do not matter', () => {
  for (const end of ['', '\n', '\n\n']) {
    const { chain } = judge(texts.streamed.trimEnd() + end)
    expect(decideVerdict(chain.checks, chain.required).kind).toBe('verified')
  }
})

test('another byte in the answer breaks the chain where the enclave commits to its bytes', () => {
  expect(failedIn(texts.buffered.replace('receipt says', 'receipt never says'))).toEqual([
    'enclave-receipt.response',
  ])
})

test('a simulation’s root never vouches for what was signed as hardware', () => {
  const { svc, bytes, kind: form } = answerIn(texts.buffered)
  const { enclave } = svc.receipt.body
  if (!enclave) throw new Error('an enclave answered')
  const body = {
    ...svc.receipt.body,
    enclave: { ...enclave, verifiedBy: 'aci-tdx-dcap/1' as const },
  }
  const read = parseEvidence(utf8ToBytes(JSON.stringify(evidence)))
  const { checks } = judgeChain(
    { svc: { ...svc, receipt: { ...svc.receipt, body } }, bytes, form, evidence: read },
    development,
  )
  expect(checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))).toEqual([
    'quote.root',
  ])
})

test.each(['garbage', pemOf('AAAA'), pemOf('!!!')])(
  'a simulation’s root that is no certificate is a failed check: %j',
  (root) => {
    const offer = JSON.stringify({ ...JSON.parse(evidence.offer), simulation_root: root })
    expect(failedIn(texts.buffered, { ...evidence, offer })).toEqual(['evidence.format'])
  },
)

function pemOf(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
}

test('evidence of other keys leaves the enclave unestablished, and condemns nothing', async () => {
  const foreign = await fetchEvidence(other.gateway.baseUrl, sealedModel)
  expect(failedIn(texts.buffered, foreign)).toEqual([])
  const { chain } = judge(texts.buffered, foreign)
  expect(chain.checks).toMatchObject([{ id: 'enclave-receipt.keyset', status: 'skip' }])
})

test('evidence for another nonce is not ours', () => {
  expect(failedIn(texts.buffered, { ...evidence, nonce: '00'.repeat(32) })).toEqual([
    'quote.report-data',
    'aci.report-data',
  ])
})

test('evidence of another time is outside of what Intel signed, and what is still to come the command does not read', () => {
  const at = (fetchedAt: string) => ({ ...evidence, fetchedAt })
  expect(failedIn(texts.buffered, at('2031-01-01T00:00:00.000Z')).length).toBeGreaterThan(0)
  const read = (given: Evidence, atSeconds: number) =>
    readEnclave({ evidence: utf8ToBytes(JSON.stringify(given)), referenceValues: null }, atSeconds)
  const now = Date.now() / 1000
  expect(read(evidence, now).policy).toEqual(development)
  const tomorrow = new Date((now + 86_400) * 1000).toISOString()
  expect(() => read(at(tomorrow), now)).toThrow('in the future')
})

test('a receipt of the enclave with another signature is not the enclave’s', () => {
  const altered = texts.buffered.replace(
    /("signature":")([0-9a-f]{128})"/,
    (_all, name: string, hex: string) => `${name}${hex[0] === '0' ? '1' : '0'}${hex.slice(1)}"`,
  )
  expect(altered).not.toBe(texts.buffered)
  expect(failedIn(altered)).toContain('enclave-receipt.signature')
})

test('the gateway’s signature must be for the enclave of the evidence', () => {
  const { svc, bytes, kind: form } = answerIn(texts.buffered)
  const { enclave } = svc.receipt.body
  if (!enclave) throw new Error('an enclave answered')
  const body = { ...svc.receipt.body, enclave: { ...enclave, measurement: 'ab'.repeat(32) } }
  const altered = { ...svc, receipt: { ...svc.receipt, body } } as typeof svc
  const read = parseEvidence(utf8ToBytes(JSON.stringify(evidence)))
  const { checks } = judgeChain({ svc: altered, bytes, form, evidence: read }, development)
  expect(checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))).toEqual([
    'enclave.signed',
  ])
})

test('an answer without the enclave’s receipt is not proven by evidence alone', () => {
  const { svc, bytes, kind: form } = answerIn(texts.buffered)
  const { enclave_receipt: _receipt, ...rest } = svc
  const read = parseEvidence(utf8ToBytes(JSON.stringify(evidence)))
  const { checks, required } = judgeChain({ svc: rest, bytes, form, evidence: read }, development)
  const verdict = decideVerdict(checks, required)
  expect(verdict.kind === 'partial' && verdict.missing).toContain('enclave-receipt.present')
})

test('evidence of another form is refused with its reason', () => {
  for (const file of [{}, { ...evidence, more: 1 }, { ...evidence, nonce: 'x' }]) {
    expect(() => parseEvidence(utf8ToBytes(JSON.stringify(file)))).toThrow(/evidence/)
  }
  expect(recognise(utf8ToBytes(JSON.stringify(evidence)))).toMatchObject({ kind: 'incomplete' })
})

test('the shell makes the checks of the enclave’s receipt as the page tells it to', async () => {
  const subject = answerIn(texts.streamed)
  const { svc, bytes, kind: form } = subject
  const input = { svc, bytes, form, evidence: parseEvidence(utf8ToBytes(JSON.stringify(evidence))) }
  const judged = judgeChain(input, development)
  const folder = temporaryFolder()
  const run = (id: CheckId) =>
    repeatChainByHand(id, input, judged)?.commands.map((command) =>
      execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }),
    )
  const receipt = enclaveReceiptOf(svc)
  if (typeof receipt === 'string') throw new Error(receipt)
  const said = receipt.event_log.find(({ type }) => type === 'response.returned')
  expect(`sha256:${run('enclave-receipt.response')?.[0]?.slice(0, 64)}`).toBe(said?.['body_hash'])
  expect(run('enclave-receipt.signature')?.at(-1)).toContain('Signature Verified Successfully')
})
