import { randomBytes } from 'node:crypto'
import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import { signedPart } from '#shared/aci/parse-enclave-receipt.ts'
import { verifyEd25519 } from '#shared/aci/verify-ed25519.ts'
import { verifyEnclaveReceipt } from '#shared/aci/verify-enclave-receipt.ts'
import { parseHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { judgeExchange, enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import { openField, sealField } from '#shared/e2ee/field-cipher.ts'
import { suites } from '#shared/e2ee/suite.ts'
import { exchangeTrust, makeExchange, testEnclave } from '../support/receipts/make-exchange.ts'
import { prepareCase } from '../support/enclave/make-evidence.ts'
import { quantile } from './quantile.ts'

// npm run bench:enclave
// What verification costs: a cold session, a warm request, and a field of an encrypted answer.

function medianMs(rounds: number, work: () => unknown): number {
  for (let round = 0; round < rounds / 5; round += 1) work()
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return quantile(times, 0.5)
}

function report(what: string, ms: number, aim?: number): void {
  const aimed = aim === undefined ? '' : `   aim ≤ ${aim} ms: ${ms <= aim ? 'met' : 'MISSED'}`
  console.log(`${what.padEnd(64)} ${ms.toFixed(3).padStart(9)} ms${aimed}`)
}

async function coldSession(): Promise<number> {
  const appraise = await prepareCase({})
  const before = process.cpuUsage()
  appraise()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

report('cold session, the first in a process, CPU', await coldSession(), 100)
const later: number[] = []
for (let round = 0; round < 9; round += 1) later.push(await coldSession())
report('cold session, later ones, CPU', quantile(later, 0.5), 100)

const facts = makeExchange()
const receipt = enclaveReceiptOf(facts.end.svc)
if (typeof receipt === 'string') throw new Error(receipt)
const observed = {
  keysets: [testEnclave] as const,
  receiptId: facts.receiptId ?? '',
  endpoint: '/v1/chat/completions',
  model: facts.offer.ready.upstreamModel,
  requestDigest: `sha256:${facts.sealed.restoredDigest}` as const,
  responseDigest: facts.end.responseDigest,
  beganBetween: facts.beganBetween,
  serving: 'direct' as const,
}
const key = parseHex(testEnclave.keyset.receipt_signing_keys[0]?.public_key ?? '')
const message = utf8ToBytes(aciCanonicalJson(signedPart(receipt)))
const signature = parseHex(receipt.signature)
const whole = medianMs(500, () => verifyEnclaveReceipt(receipt, observed))
const signatureAlone = medianMs(500, () => verifyEd25519(signature, message, key))
report("warm request: the receipt's one signature check", signatureAlone)
report('warm request: everything else of it', Math.max(whole - signatureAlone, 0), 0.1)
report(
  'the whole judgement by a client',
  medianMs(200, () => judgeExchange(facts, exchangeTrust)),
)

for (const suite of suites) {
  const privateKey = new Uint8Array(randomBytes(32))
  const sealing = {
    suite,
    recipientKey: suite.publicKeyOf(privateKey),
    ephemeralKey: new Uint8Array(randomBytes(32)),
    iv: new Uint8Array(12),
    associatedData: '{}',
  }
  const blob = sealField('word', sealing)
  const opening = { suite, privateKey, associatedData: '{}' }
  report(
    `sealing one field, ${suite.algo.split('-')[0]}`,
    medianMs(100, () => sealField('word', sealing)),
  )
  report(
    `opening one field, ${suite.algo.split('-')[0]}`,
    medianMs(100, () => openField(blob, opening)),
  )
}
