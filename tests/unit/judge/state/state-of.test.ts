import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claims, type CheckId } from '#shared/claims.ts'
import { fail, pass, skip } from '#shared/checks.ts'
import { modes, verifications } from '#shared/modes.ts'
import { compareStates } from '#shared/judge/state/answer-state.ts'
import { describeAnswer } from '#shared/judge/words/describe-answer.ts'
import type { SecondHop } from '#shared/aci/second-hop.ts'
import { stateOf, type JudgedReceipt } from '#shared/judge/state/state-of.ts'
import {
  allPass,
  direct,
  instead,
  judged,
  proof,
  required,
} from '../../../support/receipts/judged-receipt.ts'

const naming = { signer: 'The gateway', claimOf: (id: CheckId) => claims[id] }
const describe = (found: JudgedReceipt) => describeAnswer(found, direct, naming)

const without = (id: CheckId) => allPass.filter((check) => check.id !== id)

test('nothing that could be judged is "no receipt"', () => {
  expect(stateOf(null)).toBe('no-receipt')
})

test.each(modes)('one failed check of a %s answer is "failed", whatever else holds', (mode) => {
  for (const id of required) {
    const checks = [...instead(fail(id, 'no')), pass('enclave.signed')]
    expect(stateOf(judged(mode, checks, { verifiedBy: 'aci-tdx-simulated/1' }))).toBe('failed')
  }
})

test('a genuine promise is a promise, and no proof', () => {
  expect(stateOf(judged('private'))).toBe('promised')
  expect(stateOf(judged('anonymized', proof))).toBe('promised')
})

test('an enclave’s answer is proven only by evidence that was judged here', () => {
  expect(stateOf(judged('tee'))).toBe('gateways-claim')
  expect(stateOf(judged('e2ee'))).toBe('gateways-claim')
  expect(stateOf(judged('tee', proof))).toBe('verified')
  expect(stateOf(judged('e2ee', [...allPass, pass('e2ee.mode')]))).toBe('verified')
  expect(stateOf(judged('tee', [...allPass, skip('enclave.signed', 'not here')]))).toBe(
    'gateways-claim',
  )
})

test.each(['tee', 'e2ee'])(
  'what a provider’s enclave proves of a %s answer stays its claim',
  (mode) => {
    const near = { verifiedBy: 'near-tdx-dcap/1' }
    expect(stateOf(judged(mode, allPass, near))).toBe('gateways-claim')
    expect(stateOf(judged(mode, proof, near))).toBe('providers-claim')
    expect(stateOf(judged(mode, proof, { ...near, secondHop: 'established' }))).toBe(
      'providers-claim',
    )
    expect(stateOf(judged(mode, proof, { verifiedBy: 'near-tdx-simulated/1' }))).toBe('simulated')
    const view = describe(judged(mode, [...proof, pass('document.format')], near))
    expect(view.sentence).toContain('Which programs run beside the model')
    expect(view.missing).toEqual([])
    expect(view.notEstablished.join(' ')).toContain('stand in one machine')
  },
)

test.each([
  ['tinfoil-tdx-dcap/1', []],
  ['chutes-tdx-dcap/1', ['Which programs run beside the model']],
  ['tinfoil-router-snp-vcek-provider/1', ['A second machine ran the model']],
] as const)(
  'of an enclave %s that signs no answers, a reader with its evidence says what the gateway still claims',
  (verifiedBy, claims) => {
    const signsNothing = { ...skip('enclave.signed', 'no'), finding: 'signs nothing' } as const
    const bare = describe(judged('tee', allPass, { verifiedBy }))
    expect(bare.sentence).toContain('Its evidence was not checked here')
    expect(bare.missing.map(({ what }) => what)).toEqual(['the enclave'])
    const { state, sentence, missing, notEstablished } = describe(
      judged('tee', [...allPass, signsNothing], { verifiedBy }),
    )
    expect(state).toBe('gateways-claim')
    expect(sentence).toContain(
      'The enclave’s evidence was checked here. Only the gateway says that the enclave wrote this answer.',
    )
    expect(sentence).not.toContain('not checked here')
    expect(missing).toEqual([])
    const open = notEstablished.join(' ')
    expect(open).toContain('no signature of the enclave covers the answer')
    expect(open).toContain('the enclave got this question: the gateway claims it')
    expect(open).not.toContain('only the gateway’s signature was checked')
    const others = ['Which programs run beside the model', 'A second machine ran the model']
    expect(others.filter((claim) => sentence.includes(claim))).toEqual(claims)
    expect(open.includes('Which programs run')).toBe(verifiedBy === 'chutes-tdx-dcap/1')
    const inSimulation = verifiedBy.replace(/dcap|vcek-provider/, 'simulated')
    expect(
      describe(judged('tee', [...allPass, signsNothing], { verifiedBy: inSimulation })).sentence,
    ).toContain('its evidence fits together')
  },
)

test('programs that were measured are no claim of the provider’s', () => {
  const opened = [...allPass, pass('e2ee.mode')]
  const { state, sentence, notEstablished } = describe(
    judged('e2ee', opened, { verifiedBy: 'tinfoil-snp-vcek/1' }),
  )
  expect(state).toBe('verified')
  expect(`${sentence} ${notEstablished.join(' ')}`).not.toContain('programs run beside the model')
  expect(notEstablished.join(' ')).toContain('processor and GPUs stand in one machine')
})

test('an answer that a third company passed on without a signature is not said to be checked itself', () => {
  const venice = { verifiedBy: 'venice-near-tdx-dcap/1' }
  const opened = [...allPass, pass('e2ee.mode')]
  const signed = describe(judged('e2ee', [...opened, pass('enclave-receipt.present')], venice))
  expect(signed.sentence).toContain('down to this answer')
  for (const id of ['enclave-receipt.present', 'enclave-receipt.response'] as const) {
    const { state, sentence } = describe(judged('e2ee', [...opened, skip(id, 'none')], venice))
    expect(state).toBe('providers-claim')
    expect(sentence).toContain('Nothing proves that the enclave wrote this answer.')
    expect(sentence).not.toContain('down to this answer')
  }
})

test('the host behind the enclave is its provider’s claim until its own evidence is judged', () => {
  const forwarded = { verifiedBy: 'aci-tdx-dcap-provider/1' }
  const word = { secondHop: 'the provider’s claim' } as const
  const claimed = [...proof, { ...pass('session.claims'), by: 'provider' } as const]
  expect(stateOf(judged('tee', proof, word))).toBe('providers-claim')
  expect(stateOf(judged('tee', proof, forwarded))).toBe('providers-claim')
  expect(stateOf(judged('tee', claimed))).toBe('providers-claim')
  expect(stateOf(judged('tee', claimed, { ...forwarded, secondHop: 'established' }))).toBe(
    'verified',
  )
  expect(stateOf(judged('tee', allPass, word))).toBe('gateways-claim')
})

test.each(['tee', 'e2ee'])(
  'behind a router a second machine read the question: every state of a %s answer names it, and none is verified',
  (mode) => {
    const router = { verifiedBy: 'tinfoil-router-snp-vcek-provider/1' }
    const simulated = { verifiedBy: 'tinfoil-router-snp-simulated/1' }
    const cases = [
      [proof, router, 'providers-claim'],
      [allPass, router, 'gateways-claim'],
      [without('commitment.prompt'), router, 'not-fully-checked'],
      [proof, simulated, 'simulated'],
    ] as const
    for (const [checks, of, state] of cases) {
      const found = judged(mode, checks, of)
      expect(stateOf(found)).toBe(state)
      const { sentence, notEstablished } = describe(found)
      expect(sentence).toContain('A second machine ran the model and read the question, too.')
      expect(notEstablished.join(' ')).toContain('only the provider vouches for it')
      expect(notEstablished.join(' ')).not.toContain('Which programs run beside the model')
    }
  },
)

test('a simulation is simulated, however much of it holds, and whoever accepts it', () => {
  const verifiedBy = 'aci-tdx-simulated/1'
  const rejected = [...instead(skip('receipt.hardware', 'simulated')), pass('enclave.signed')]
  for (const checks of [proof, allPass, rejected]) {
    expect(stateOf(judged('tee', checks, { verifiedBy }))).toBe('simulated')
  }
})

test('a simulation signed by nobody whom the reader knows is of an unknown signer', () => {
  const checks = instead(skip('receipt.signer', 'no signer was named'))
  expect(stateOf(judged('tee', checks, { verifiedBy: 'aci-tdx-simulated/1' }))).toBe(
    'unknown-signer',
  )
  expect(stateOf(judged('tee', without('receipt.signer')))).toBe('unknown-signer')
})

test.each(required)('without %s nothing is a promise or proven', (id) => {
  for (const mode of modes) {
    const checks = [...without(id), pass('enclave.signed'), pass('e2ee.mode')]
    const state = stateOf(judged(mode, checks))
    expect(compareStates(state, 'not-fully-checked')).toBeLessThanOrEqual(0)
  }
})

const ids = Object.keys(claims) as CheckId[]
const anyCheck = fc.oneof(
  fc.constantFrom(...ids).map((id) => pass(id)),
  fc.constantFrom(...ids).map((id) => skip(id, 'not given')),
)

test('what was signed as the provider’s claim is proven only where the reader judged the host', () => {
  const verifiedBy = 'aci-tdx-dcap-provider/1'
  const facts = fc.record({
    mode: fc.constantFrom('tee', 'e2ee'),
    secondHop: fc.constantFrom<SecondHop>('none', 'the provider’s claim'),
    checks: fc.array(anyCheck, { maxLength: 12 }),
  })
  fc.assert(
    fc.property(facts, ({ mode, secondHop, checks }) => {
      const all = [...proof, pass('e2ee.mode'), ...checks]
      const state = stateOf(judged(mode, all, { verifiedBy, secondHop }))
      expect(compareStates(state, 'providers-claim')).toBeLessThanOrEqual(0)
    }),
  )
})

test('fewer checks never give a higher state, unless one that failed is left out', () => {
  const facts = fc.record({
    mode: fc.constantFrom(...modes),
    verifiedBy: fc.constantFrom(...verifications),
    secondHop: fc.constantFrom<SecondHop>('none', 'the provider’s claim'),
    checks: fc.array(anyCheck, { maxLength: 12 }),
    dropped: fc.nat(),
  })
  fc.assert(
    fc.property(facts, ({ mode, verifiedBy, secondHop, checks, dropped }) => {
      const all = [...allPass, ...checks.filter(({ status }) => status === 'pass')]
      const fewer = all.toSpliced(dropped % all.length, 1)
      const more = stateOf(judged(mode, all, { verifiedBy, secondHop }))
      const less = stateOf(judged(mode, fewer, { verifiedBy, secondHop }))
      expect(compareStates(less, more)).toBeLessThanOrEqual(0)
    }),
  )
})

test('green is for what was proven here, and for words that are the signed ones', () => {
  const circumstances = direct
  const tones = new Map<string, string>()
  for (const [mode, checks, verifiedBy] of [
    ['tee', proof, undefined],
    ['tee', allPass, undefined],
    ['private', proof, undefined],
    ['tee', proof, 'aci-tdx-simulated/1'],
    ['tee', without('receipt.signer'), undefined],
    ['tee', without('commitment.prompt'), undefined],
    ['tee', instead(fail('receipt.digest', 'no')), undefined],
  ] as const) {
    const view = describeAnswer(
      judged(mode, checks, verifiedBy === undefined ? {} : { verifiedBy }),
      circumstances,
      naming,
    )
    tones.set(view.state, view.tone)
    expect(view.tone === 'pass').toBe(view.state === 'verified')
    expect(view.notEstablished.length).toBeGreaterThan(0)
  }
  expect(tones.size).toBe(7)
  for (const [worse, tone] of [
    [{ textShown: 'could not tell' }, 'soft'],
    [{ textShown: 'differs' }, 'soft'],
    [{ textShown: 'not compared' }, 'soft'],
    [{ sentToServer: true }, 'soft'],
    [{ path: { kind: 'through', host: 'chat.example' } }, 'soft'],
  ] as const) {
    const view = describeAnswer(judged('tee', proof), { ...circumstances, ...worse }, naming)
    expect([view.state, view.tone]).toEqual(['verified', tone])
  }
})
