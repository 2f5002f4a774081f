import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import type { Mode } from '#shared/modes.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { listed } from '../../../../extension/background/record/conversation-of.ts'
import { importVault } from '../../../../extension/background/record/move-vault.ts'
import { textOfAnswer } from '../../../../extension/entrypoints/answer/text-of-answer.ts'
import { initialSettings, type PinnedGateway } from '../../../../extension/settings/settings.ts'
import { vault } from '../../../../extension/vault/vault.ts'
import { stubBackground } from '../../../support/in-memory/background-in-memory.ts'
import { origin } from '../../../support/in-memory/judged-answers.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'

// What is taken in of a file that says it is an export. Anybody may have written it.

vi.mock('../../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory(),
}))
const { named } = vi.hoisted(() => ({ named: { gateways: [] as PinnedGateway[] } }))
vi.mock('../../../../extension/settings/stored-settings.ts', () => ({
  readSettings: () => Promise.resolve({ ...initialSettings, sites: [origin], ...named }),
}))

beforeAll(() => void stubBackground(new Map()))
beforeEach(() => vault.wipe())
afterAll(() => vi.unstubAllGlobals())

const forged = 'I owe you a house.'

/** A genuine receipt with another text beside it, of a gateway that is named. */
async function filed(mode: Mode, message: Json) {
  const messages = [{ role: 'user', content: 'ab'.repeat(60) }]
  const { svc, signers } = await signAnswer({ mode, messages, message })
  const gateway = 'https://gateway.example'
  named.gateways = [{ origin: gateway, signers, pinnedAt: 0, key: null, proposed: null }]
  const { receipt, commitment_salts: salts } = parseSvc(svc)
  const receivedAt = new Date().toISOString()
  return { origin, receivedAt, receipt, salts, messages, message, text: forged }
}

const exportOf = (answer: object) =>
  JSON.stringify({ type: 'countersign-vault/1', answers: [answer] })

/** @returns what is kept of it, and what the answer's page shows */
async function take(mode: Mode, message: Json) {
  const answer = await filed(mode, message)
  expect(await importVault(exportOf(answer))).toEqual({ added: 1, known: 0 })
  const kept = await vault.read(answer.receipt.digest)
  if (kept === undefined) throw new Error('it was added')
  const { card, path } = await listed(kept)
  expect(kept.verdict.kind).toBe('verified')
  return { kept, shown: textOfAnswer({ ...kept, card, path }) }
}

test('what is in an export is judged anew, what is known stays, and what is too old or no export is not taken in', async () => {
  const answer = await filed('private', { role: 'assistant', content: 'The signed words.' })
  const { receipt } = answer
  const stateOf = async (change: object) => {
    await vault.wipe()
    await importVault(exportOf({ ...answer, ...change }))
    const kept = await vault.read(receipt.digest)
    return kept && (await listed(kept)).card.state
  }
  expect(await stateOf({ message: { role: 'assistant', content: forged } })).toBe('failed')
  const body = { ...receipt.body, mode: 'anonymized' }
  expect(await stateOf({ receipt: { ...receipt, body } })).toBe('failed')
  const signer = `0x${'12'.repeat(20)}`
  expect(await stateOf({ receipt: { ...receipt, signer } })).toMatch(/failed|unknown-signer/)
  expect(await stateOf({ receivedAt: '2020-01-01T00:00:00.000Z' })).toBeUndefined()
  expect(await stateOf({})).toBe('promised')
  expect(await importVault(exportOf(answer))).toEqual({ added: 0, known: 1 })
  const nowhere = exportOf({ ...answer, origin: 'https://1.2.3.400' })
  for (const text of ['', '[]', '{"type":"countersign-vault/2","answers":[]}', nowhere]) {
    await expect(importVault(text)).rejects.toThrow('no export')
  }
})

test('of an answer that was signed the words are those that were signed, whatever the file says', async () => {
  const content = 'The words that were signed.'
  const { kept, shown } = await take('private', { role: 'assistant', content })
  expect(kept.words?.text).toBe(content)
  expect(kept.signedTexts.length).toBeGreaterThan(0)
  expect(shown).toMatchObject({ status: 'pass', text: content })
})

test('of an encrypted answer no words are vouched for: the receipt is of ciphertext', async () => {
  const { kept, shown } = await take('e2ee', { role: 'assistant', content: 'cd'.repeat(60) })
  expect(kept.signedTexts).toEqual([])
  expect(shown).toEqual({
    title: 'The answer, which the signature does not cover',
    status: 'skip',
    text: forged,
  })
})

test('what this browser decrypted itself is shown as that, and as no more than its verdict', async () => {
  const { kept } = await take('e2ee', { role: 'assistant', content: 'cd'.repeat(60) })
  const { card } = await listed(kept)
  const status = (of: Partial<typeof kept>) =>
    textOfAnswer({ ...kept, ...of, card, path: 'sealed' })?.status
  expect(status({})).toBe('pass')
  expect(status({ verdict: { kind: 'partial', checks: [], missing: [] } })).toBe('fail')
})
