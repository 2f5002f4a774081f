import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stateOf } from '#shared/judge/state/state-of.ts'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import type { Verification } from '#shared/modes.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import type { FoundVerdict } from '#shared/package/found-verdict.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import type { Verdict } from '#shared/verdict.ts'
import { sealSignerOf } from '../support/seal-signer-of.ts'
import { askedModel, startNearGateway } from '../support/start-near-gateway.ts'
import { startTinfoilGateway, tinfoilModels } from '../support/start-tinfoil-gateway.ts'
import { untilEnd } from '../support/until-end.ts'

/** What hardware is called where the simulation has its own name. */
const hardware: Partial<Record<Verification, Verification>> = {
  'near-tdx-simulated/1': 'near-tdx-dcap/1',
  'tinfoil-tdx-simulated/1': 'tinfoil-tdx-dcap/1',
}

const messages = [{ role: 'user', content: 'Say something.' }]

/** The state that the same checks lead to where the hardware is real. */
function badgeOf({ verdict: kind, checks, receipt }: FoundVerdict): AnswerState {
  const enclave = receipt?.body.enclave
  const verifiedBy = enclave && hardware[enclave.verifiedBy]
  if (receipt === null || !enclave || !verifiedBy) throw new Error('it is of no simulated enclave')
  const body = { ...receipt.body, enclave: { ...enclave, verifiedBy } }
  const verdict = { kind, checks } as unknown as Verdict
  return stateOf({ receipt: { ...receipt, body }, verdict, secondHop: 'none' })
}

type Reader = 'who asked' | 'page' | 'later'

/** Every reader's badge on one answer. */
async function badgesOf(gateway: string, model: string, mode: 'tee' | 'e2ee') {
  const request = { model, messages }
  let asked: FoundVerdict | null = null
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }
  const encrypted = countersignFetch({
    gateway: `${gateway}/v1`,
    atLeast: 'e2ee',
    simulation: 'accept',
    onVerdict: (verdict) => (asked = verdict),
  })
  const ask = mode === 'e2ee' ? encrypted : fetch
  const text = await (await ask(`${gateway}/v1/chat/completions`, init)).text()
  const signers = await sealSignerOf(gateway)
  const reader = { signers, simulation: 'accept', request } as const
  const page = verifyGivenAnswer(text, reader)
  // What the package hands out of an encrypted answer names no evidence.
  const { evidence = null } = (JSON.parse(text) as { readonly svc: { evidence?: string } }).svc
  const later = evidence === null ? page : await judgeLater(text, evidence)
  const found: Readonly<Record<Reader, FoundVerdict>> = {
    'who asked': asked ?? later,
    page,
    later,
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, verdict]) => [name, badgeOf(verdict)]),
  ) as Record<Reader, AnswerState>

  async function judgeLater(answer: string, digest: string): Promise<FoundVerdict> {
    const kept = await fetch(`${gateway}/api/evidence/${digest}`)
    return judgeGivenEvidence(answer, new Uint8Array(await kept.arrayBuffer()), reader)
  }
}

const words: Readonly<Record<string, AnswerState>> = {
  '**verified**': 'verified',
  "provider's claim": 'providers-claim',
  "gateway's claim": 'gateways-claim',
  'not fully checked': 'not-fully-checked',
}

/** The table of ../../server/README.md: what who asked sees, and what anybody does later. */
const promised = readFileSync(join(import.meta.dirname, '../../server/README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, kind = '', mode = '', , asked = '', later = ''] = line.split('|').map((c) => c.trim())
    const isRow = /^`(?:near|tinfoil)`$/.test(kind) && /^`(?:tee|e2ee)`$/.test(mode)
    return isRow ? [[`${kind} ${mode}`.replaceAll('`', ''), words[asked], words[later]]] : []
  })

const providers = {
  near: { start: startNearGateway, model: askedModel },
  tinfoil: { start: startTinfoilGateway, model: tinfoilModels.chat },
} as const

test('the table of the readme has a row for each provider and mode', () => {
  const cells = Object.keys(providers).flatMap((kind) => [`${kind} e2ee`, `${kind} tee`])
  expect(new Set(promised.map(([cell]) => cell))).toEqual(new Set(cells))
})

describe.each(Object.entries(providers))('%s', async (kind, { start, model }) => {
  const { gateway } = await untilEnd<Awaited<ReturnType<typeof start>>>(start())

  test.each(['tee', 'e2ee'] as const)('each reader sees what %s deserves', async (mode) => {
    const [, asked, later] = promised.find(([cell]) => cell === `${kind} ${mode}`) ?? []
    const badges = await badgesOf(gateway.baseUrl, model, mode)
    // Receipts of encrypted answers commit to what was encrypted: the words that were opened are not compared.
    const page = mode === 'tee' ? 'gateways-claim' : 'not-fully-checked'
    expect(badges).toEqual({ 'who asked': asked, page, later })
  })
})
