import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SecondHop } from '#shared/aci/second-hop.ts'
import { isUnsignedEnclave, stateOf } from '#shared/judge/state/state-of.ts'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import type { Verification } from '#shared/modes.ts'
import { evidenceOfGateway } from '#shared/package/ask-for-documents.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import type { ExchangeVerdict } from '#shared/package/exchange-verdict.ts'
import type { FoundVerdict } from '#shared/package/found-verdict.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { Verdict } from '#shared/verdict.ts'
import { fetchKeptEvidence } from '../../../server/commands/verify/fetch-kept-evidence.ts'
import { judgeFile } from '../../../server/commands/verify/judge-file.ts'
import { readEnclave } from '../../../server/commands/verify/read-enclave.ts'
import {
  foundByExtension,
  foundByProxy,
  observedByExtension,
  type FoundByAsker,
} from '../../support/requests/found-by-askers.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { chutesModel, startChutesGateway } from '../../support/providers/start-chutes-gateway.ts'
import { fewWords } from '../../support/enclave/fault-outcomes.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { askedModel, startNearGateway } from '../../support/providers/start-near-gateway.ts'
import {
  startTinfoilGateway,
  tinfoilModels,
} from '../../support/providers/start-tinfoil-gateway.ts'
import { askedOfVenice, startVeniceGateway } from '../../support/providers/start-venice-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

/** What hardware is called where the simulation has its own name. */
const hardware: Partial<Record<Verification, Verification>> = {
  'aci-tdx-simulated/1': 'aci-tdx-dcap/1',
  'near-tdx-simulated/1': 'near-tdx-dcap/1',
  'venice-near-tdx-simulated/1': 'venice-near-tdx-dcap/1',
  'chutes-tdx-simulated/1': 'chutes-tdx-dcap/1',
  'tinfoil-tdx-simulated/1': 'tinfoil-tdx-dcap/1',
  'tinfoil-router-snp-simulated/1': 'tinfoil-router-snp-vcek-provider/1',
}

const messages = [{ role: 'user', content: 'Say something.' }]

/** Found by a simulation, as the same checks are where the hardware is real. */
function onHardware(receipt: Receipt): Receipt {
  const { enclave } = receipt.body
  const verifiedBy = enclave && hardware[enclave.verifiedBy]
  if (!enclave || !verifiedBy) throw new Error('it is of no simulated enclave')
  return { ...receipt, body: { ...receipt.body, enclave: { ...enclave, verifiedBy } } }
}

type Found = Omit<FoundVerdict, 'notMade'> & { readonly secondHop?: SecondHop }

function badgeOf({ verdict: kind, checks, receipt, secondHop = 'none' }: Found): AnswerState {
  if (receipt === null) return 'no-receipt'
  const verdict = { kind, checks } as unknown as Verdict
  return stateOf({ receipt: onHardware(receipt), verdict, secondHop })
}

type Reader =
  | 'package'
  | 'proxy'
  | 'extension'
  | 'page'
  | 'page, evidence'
  | 'command'
  | 'command, disclosure'

/** Every reader's verdict: on one answer, which was asked through the package, or on an own one of who encrypts by himself. */
async function readersOf(gateway: string, model: string, mode: 'tee' | 'e2ee') {
  const request = { model, messages, max_tokens: fewWords }
  let asked: ExchangeVerdict | null = null
  const through = countersignFetch({
    gateway: `${gateway}/v1`,
    atLeast: mode,
    simulation: 'accept',
    onVerdict: (verdict) => (asked = verdict),
  })
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }
  const url = `${gateway}/v1/chat/completions`
  // What only the gateway's connection binds to the enclave, the package hands out to nobody.
  const handedOut = await through(url, init).catch(() => null)
  const text = await (handedOut ?? (await fetch(url, init))).text()
  const signers = await sealSignerOf(gateway)
  const exchange = { gateway, request }
  const history = parseSignerHistory(await (await fetch(`${gateway}/api/limits`)).json())
  const reader = { signers, simulation: 'accept', request } as const
  const page = verifyGivenAnswer(text, reader)
  const evidence = await evidenceOfGateway(text, gateway)
  const later = judgeGivenEvidence(text, JSON.stringify(evidence), reader)
  const judged = handedOut && (asked as ExchangeVerdict | null)
  const encrypts = mode === 'e2ee'
  return {
    package: judged,
    proxy: encrypts ? ofAsker(await foundByProxy(exchange)) : null,
    extension: ofAsker(
      encrypts
        ? await foundByExtension(exchange, history)
        : observedByExtension(text, exchange, history),
    ),
    page,
    'page, evidence': later,
    command: await byCommand(text, { gateway, evidence }),
    'command, disclosure':
      judged?.disclosure &&
      (await byCommand(JSON.stringify(judged.disclosure), { gateway, evidence })),
  } satisfies Readonly<Record<Reader, Found | null | undefined>>
}

function ofAsker({ verdict, secondHop, svc: { receipt } }: FoundByAsker): Found {
  const { kind, checks } = verdict
  return { verdict: kind, checks, receipt, secondHop } as unknown as Found
}

/** What the command finds of a file, with the evidence that it fetches where the file names it. */
async function byCommand(
  file: string,
  { gateway, evidence }: { readonly gateway: string; readonly evidence: object },
): Promise<Found> {
  const bytes = Buffer.from(file)
  const parsed: unknown = await (await fetch(`${gateway}/api/limits`)).json()
  const trust = {
    signers: parseSignerHistory(parsed),
    policy: { simulatedEnclave: 'accept-in-development' },
    nowSeconds: Math.floor(Date.now() / 1000),
  } as const
  const given = { messages }
  const [first] = judgeFile(bytes, given, trust)
  if (first === undefined) throw new Error('nothing was judged')
  const kept = await fetchKeptEvidence(first, gateway)
  const texts = {
    evidence: kept ?? Buffer.from(JSON.stringify(evidence)),
    referenceValues: null,
  }
  const enclave = readEnclave(texts, trust.nowSeconds)
  const [judged] = judgeFile(bytes, { ...given, enclave }, trust)
  if (judged === undefined || !('verdict' in judged)) throw new Error(JSON.stringify(judged))
  const { verdict, receipt, secondHop } = judged
  const checks = judged.checks
  return { verdict: verdict.kind, checks, receipt, secondHop } as unknown as Found
}

const words: Readonly<Record<string, AnswerState>> = {
  '**verified**': 'verified',
  "provider's claim": 'providers-claim',
  "gateway's claim": 'gateways-claim',
  'not fully checked': 'not-fully-checked',
}

/** The table of ../../server/README.md: what who asked sees, and what anybody does later, with the answer or its disclosure. */
const promised = readFileSync(join(import.meta.dirname, '../../../server/README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, kind = '', mode = '', , ...badges] = line.split('|').map((cell) => cell.trim())
    const isRow = /^`[a-z]+`/.test(kind) && /^`(?:tee|e2ee)`$/.test(mode)
    const cells = badges.map((badge) => words[badge])
    return isRow ? [[`${kind} ${mode}`.replaceAll('`', ''), ...cells]] : []
  })

const providers = {
  aci: { start: startEnclave, model: sealedModel },
  near: { start: startNearGateway, model: askedModel },
  venice: { start: startVeniceGateway, model: askedOfVenice },
  chutes: { start: startChutesGateway, model: chutesModel },
  tinfoil: { start: startTinfoilGateway, model: tinfoilModels.chat },
  'tinfoil with router': {
    start: () => startTinfoilGateway({ part: 'router', platform: 'sev-snp' }),
    model: tinfoilModels.chat,
  },
} as const

/** What somebody cannot check later who has the answer and the evidence that it names. */
const opened = ['commitment.prompt', 'commitment.response']
const ofNear = ['code.registers', 'code.what-runs', 'enclave-receipt.exchange', 'nvidia.opinion']
const ofChutes = ['code.registers', 'code.what-runs', 'enclave.signed']
const leftOpen: Readonly<Record<string, readonly string[]>> = {
  'aci tee': ['enclave-receipt.request', 'policy.key-provider'],
  'aci e2ee': [
    ...opened,
    'enclave-receipt.request',
    'enclave-receipt.response',
    'policy.key-provider',
  ],
  'near tee': [...ofNear, 'enclave-receipt.request'].toSorted(),
  'near e2ee': [...opened, ...ofNear].toSorted(),
  'venice e2ee': [
    'code.registers',
    'code.what-runs',
    ...opened,
    'enclave.signed',
    'nvidia.opinion',
  ],
  'chutes tee': [...ofChutes, 'nvidia.opinion'],
  'chutes e2ee': [...opened, ...ofChutes, 'nvidia.opinion'].toSorted(),
  'tinfoil tee': ['enclave.signed', 'nvidia.opinion'],
  'tinfoil e2ee': [...opened, 'enclave.signed', 'nvidia.opinion'],
  'tinfoil with router tee': ['enclave.signed', 'snp.revocation'],
  'tinfoil with router e2ee': [...opened, 'enclave.signed', 'snp.revocation'],
}

/** Venice serves clients that encrypt, and nobody else. */
const modesOf = (kind: string) =>
  kind === 'venice' ? (['e2ee'] as const) : (['tee', 'e2ee'] as const)

test('the table of the readme has a row for each provider and mode', () => {
  const cells = Object.keys(providers).flatMap((kind) =>
    modesOf(kind).map((mode) => `${kind} ${mode}`),
  )
  expect(new Set(promised.map(([cell]) => cell))).toEqual(new Set(cells))
})

describe.each(Object.entries(providers))('%s', async (kind, { start, model }) => {
  const { gateway } = await untilEnd<Awaited<ReturnType<typeof start>>>(start())

  test.each(modesOf(kind))('each reader sees what %s deserves', async (mode) => {
    const [, asked, later, disclosed] = promised.find(([cell]) => cell === `${kind} ${mode}`) ?? []
    const found = await readersOf(gateway.baseUrl, model, mode)
    const isHandedOut = mode === 'e2ee' || kind === 'aci'
    const badges = Object.fromEntries(
      Object.entries(found).map(([name, each]) => [name, each ? badgeOf(each) : null]),
    )
    expect(badges).toEqual({
      package: isHandedOut ? asked : null,
      proxy: mode === 'e2ee' ? asked : null,
      // Of what a page asks in clear, the extension verifies no enclave.
      extension: mode === 'e2ee' ? asked : 'gateways-claim',
      // Receipts of encrypted answers commit to what was encrypted: the words that were opened are not compared.
      page: mode === 'tee' ? 'gateways-claim' : 'not-fully-checked',
      'page, evidence': later,
      command: later,
      'command, disclosure': disclosed ?? null,
    })
    const signs = kind === 'aci' || kind === 'near'
    expect(isUnsignedEnclave(found['page, evidence'] as unknown as Verdict)).toBe(!signs)
    const notMade = found['page, evidence'].checks
      .filter(({ status }) => status !== 'pass')
      .map(({ id }) => id)
    expect(notMade.toSorted()).toEqual(leftOpen[`${kind} ${mode}`])
  })
})
