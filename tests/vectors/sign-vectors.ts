import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { privateKeyToAccount } from 'viem/accounts'

// What the makers of vectors have in common: public packages, and nothing of shared/.

export const key = `0x${'11'.repeat(32)}` as const
export const otherKey = `0x${'22'.repeat(32)}` as const
export const account = privateKeyToAccount(key)
export const other = privateKeyToAccount(otherKey)
export const signer = account.address.toLowerCase()

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const jcs = (value: unknown) => canonicalize(value) ?? ''
export const commit = (salt: string, value: unknown) => sha256(`${salt}:${jcs(value)}`)

export const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Wie viel ist 6 × 7? 😀' },
]
export const message = { role: 'assistant', content: '42' }
export const salts = { prompt: 'a1'.repeat(32), response: 'b2'.repeat(32) }

export const labels = {
  anonymized: 'Anonymized',
  private: 'Private',
  tee: 'Attested enclave',
  e2ee: 'Encrypted to enclave',
} as const
export const simulatedLabel = 'Simulated enclave'
export type Mode = keyof typeof labels

export const enclave = {
  providerId: 'example-enclave',
  measurement: 'c3'.repeat(32),
  verifiedBy: 'aci-tdx-dcap/1',
}

export function bodyOf(mode: Mode) {
  return {
    v: 1,
    issuedAt: '2026-11-20T09:30:00.000Z',
    model: 'svc-chat',
    mode,
    promptCommit: commit(salts.prompt, messages),
    responseCommit: commit(salts.response, message),
    ...(mode === 'tee' || mode === 'e2ee' ? { enclave } : {}),
  }
}

export async function receiptOf(body: object, by = account) {
  const digest = sha256(jcs(body))
  const signature = await by.signMessage({ message: digest })
  return { body, digest, signature, signer: by.address.toLowerCase() }
}

export const limits = {
  seal_signer: signer,
  seal_signer_from: '2026-11-01T00:00:00.000Z',
  retired_signers: [],
}
export function write(name: string, document: object): void {
  writeFileSync(join(import.meta.dirname, name), `${JSON.stringify(document, null, 2)}\n`)
}
