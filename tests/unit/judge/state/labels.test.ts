import { expect, test } from 'vitest'
import type { SecondHop } from '#shared/aci/second-hop.ts'
import { fail, skip } from '#shared/checks.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import { answerStates } from '#shared/judge/state/answer-state.ts'
import type { Circumstances } from '#shared/judge/state/circumstances.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { describeAnswer } from '#shared/judge/words/describe-answer.ts'
import type { Mode, Verification } from '#shared/modes.ts'
import type { Check } from '#shared/verdict.ts'
import { plainSaid } from '../../../../extension/answer/said.ts'
import {
  allPass,
  direct,
  instead,
  judged,
  proof,
} from '../../../support/receipts/judged-receipt.ts'

const naming = { signer: 'gateway.example', claimOf: (id: CheckId) => claims[id] }
type Beside = Partial<Circumstances> & { verifiedBy?: Verification; secondHop?: SecondHop }

function describe(
  mode: Mode,
  checks: readonly Check[],
  { verifiedBy, secondHop, ...beside }: Beside = {},
) {
  const found = judged(mode, checks, { verifiedBy, secondHop })
  return describeAnswer(found, { ...direct, ...beside }, naming)
}

function badge(...judged: Parameters<typeof describe>): string {
  const { mark, label, tone } = describe(...judged)
  return `${mark} ${label} (${tone})`
}

test('a badge is a mark, the privacy label that was signed, and how strong it is', () => {
  expect(badge('private', allPass)).toBe('○ Private · promised (soft)')
  expect(badge('anonymized', allPass)).toBe('○ Anonymized · promised (soft)')
  expect(badge('tee', allPass)).toBe('◇ Attested enclave · gateway’s claim (soft)')
  expect(badge('e2ee', proof)).toBe('✓ Encrypted to enclave · verified (pass)')
  expect(badge('tee', proof, { verifiedBy: 'aci-tdx-dcap-provider/1' })).toBe(
    '◈ Attested enclave · provider’s claim (soft)',
  )
  expect(badge('e2ee', proof, { verifiedBy: 'aci-tdx-simulated/1' })).toBe(
    '△ Simulated enclave (simulated)',
  )
  expect(badge('private', instead(skip('receipt.signer', 'nobody was named')))).toBe(
    '? Private · unknown signer (skip)',
  )
  expect(badge('private', instead(skip('receipt.model', 'no'))).slice(0, 9)).toBe('○ Private')
  expect(badge('private', allPass.slice(1))).toBe('! Private · not fully checked (skip)')
  expect(badge('e2ee', [...proof, fail('quote.root', 'no')])).toBe('✕ Check failed (fail)')
  expect(badge('private', allPass, { textShown: 'other' })).toBe('✕ Check failed (fail)')
})

test('green is dimmed where somebody else read the words, or they may be others', () => {
  const through = { path: { kind: 'through', host: 'chat.example' } } as const
  for (const beside of [
    through,
    { sentToServer: true },
    { textShown: 'not compared' },
    { foundByWords: '2026-11-21' },
  ] as const) {
    expect(badge('tee', proof, beside)).toBe('✓ Attested enclave · verified (soft)')
  }
})

test('each state, and what is said without a receipt, has one mark and a few words', () => {
  const looks = [...Object.values(plainSaid), ...answerStates.map(lookOf)]
  for (const { mark, label } of looks) {
    expect(Array.from(mark), mark).toHaveLength(1)
    expect(label.match(/[\p{L}’]+/gu)?.length, label).toBeLessThanOrEqual(3)
  }
})

test('a second enclave that read the question is named, also where its own evidence was checked', () => {
  const second = 'A second enclave ran the model and read the question, too.'
  const { sentence } = describe('e2ee', proof, { secondHop: 'established' })
  expect(sentence).toContain(second)
  expect(describe('e2ee', proof).sentence).not.toContain(second)
  expect(describe('e2ee', proof, { secondHop: 'the provider’s claim' }).sentence).toContain(
    'A second machine ran the model and read the question, too. It is the provider’s claim.',
  )
})
