import { expect, test } from 'vitest'
import { pass, skip } from '#shared/checks.ts'
import { judgeExchange } from '#shared/judge/judge-exchange.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { settingsIn } from '#shared/dialects/settings-in.ts'
import { notProvenWords } from '#shared/words/english/verdict/not-proven.ts'
import { notEstablished } from '#shared/judge/words/not-established.ts'
import { decideVerdict, type Check } from '#shared/verdict.ts'
import { direct } from '../../support/receipts/judged-receipt.ts'
import {
  exchangeTrust,
  makeExchange,
  withEnclave,
  type testEnclave,
} from '../../support/receipts/make-exchange.ts'

const circumstances = { ...direct, path: { kind: 'sealed' } } as const

function leftOpen(serving: typeof testEnclave.serving): readonly string[] {
  const facts = withEnclave(makeExchange(), { serving })
  const judgement = judgeExchange(facts, exchangeTrust)
  if (facts.end.svc === null) throw new Error('the exchange has svc')
  const judged = { ...judgement, receipt: facts.end.svc.receipt }
  return notEstablished(judged, stateOf(judged), circumstances)
}

/** The same of an answer with which the gateway’s signature alone came. */
function ofGateway(settings: readonly string[] | null = null): readonly string[] {
  const { end } = makeExchange()
  if (end.svc === null) throw new Error('the exchange has svc')
  const verdict = decideVerdict([pass('receipt.signer')], [])
  const judged = { receipt: end.svc.receipt, verdict, secondHop: 'none' as const }
  return notEstablished(judged, 'gateways-claim', { ...circumstances, settings })
}

const line = 'That the enclave ran the model itself: its evidence does not show this.'

test('an enclave that is said to run the model itself, which its software does not prove, has this named', () => {
  expect(leftOpen('undetermined')).toContain(line)
})

test('of an enclave whose pinned software runs the model itself nothing is left open there', () => {
  expect(leftOpen('direct')).not.toContain(line)
})

test('settings are named as not proven, unless the enclave’s receipt is over the request that left here', () => {
  expect(leftOpen('direct')).not.toContain(notProvenWords.settings)
  expect(ofGateway()).toContain(notProvenWords.settings)
})

test('settings of a request that is known are named, three at most, and none where it has none', () => {
  const named = (names: readonly string[]) =>
    ofGateway(settingsIn(names)).filter((each) => each.includes('your settings'))
  expect(named(['model', 'messages', 'stream'])).toEqual([])
  expect(named(['model', 'messages', 'temperature', 'tools'])).toEqual([
    'That the model got your settings (temperature, tools): the receipt does not cover them.',
  ])
  const [long] = named(['temperature', 'top_p', 'max_tokens', 'seed', 'stop'])
  expect(long).toContain('(temperature, top_p, max_tokens and 2 more)')
})

test.each(['enclave-receipt.present', 'enclave-receipt.response'] as const)(
  'of an encrypted answer that a provider passed on without a signature of it, who wrote it is left open: %s',
  (id) => {
    const { end } = makeExchange()
    if (end.svc === null) throw new Error('the exchange has svc')
    const { receipt } = end.svc
    const { body } = receipt
    if (body.enclave === undefined) throw new Error('the receipt names an enclave')
    const enclave = { ...body.enclave, verifiedBy: 'venice-near-tdx-dcap/1' as const }
    const passedOn = { ...receipt, body: { ...body, enclave } }
    const leftOf = (check: Check) => {
      const verdict = decideVerdict([pass('quote.signature'), pass('e2ee.mode'), check], [])
      const judged = { receipt: passedOn, verdict, secondHop: 'none' as const }
      return notEstablished(judged, 'providers-claim', circumstances)
    }
    expect(leftOf(skip(id, 'none'))).toContain(notProvenWords.whoWrote)
    expect(leftOf(pass(id))).not.toContain(notProvenWords.whoWrote)
  },
)
