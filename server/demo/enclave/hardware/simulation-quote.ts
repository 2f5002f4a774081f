import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { SimulationPki } from './simulation-pki.ts'

/** What differs from a quote in order; every member breaks one thing. Byte members are hex. */
export interface QuotePlan {
  readonly version?: 4 | 5
  readonly body?: 'td1.0' | 'td1.5'
  readonly tdAttributes?: string
  readonly xfam?: string
  readonly mrsignerSeam?: string
  readonly mrServiceTd?: string
  readonly qeReportSignedBy?: 'pck' | 'stranger'
  readonly quoteSignedBy?: 'attestation-key' | 'stranger'
  readonly qeAttributes?: string
  readonly attestationKeyBinding?: 'bound' | 'unbound'
}

/** 48 bytes each as hex, the report data 64. */
export interface QuoteFacts {
  readonly mrtd: string
  readonly rtmr: readonly string[]
  readonly mrconfigid: string
  readonly reportData: string
}

/** What the simulated quoting enclave says of itself. */
export const quotingEnclave = {
  mrsigner: 'dc9e2a7c6f948f17474e34a7fc43ed030f7c1563f1babddf6340c82e0e54a8c5',
  isvProdId: 2,
  isvSvn: 4,
}
export const moduleSvn = 11

const vendor = '939a7233f79c4ca9940a0db3957f0607'
const authData = Buffer.alloc(32, 0x5a)

/** A TDX quote in every byte but its root (PROTOCOL.md §3). */
export function makeQuote(pki: SimulationPki, facts: QuoteFacts, plan: QuotePlan = {}): Buffer {
  const attestation = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = rawPublicKey(attestation.publicKey)
  const signed = Buffer.concat([header(plan), body(facts, plan)])
  const quoteKey = plan.quoteSignedBy === 'stranger' ? pki.strangerKey : attestation.privateKey
  const bound = createHash('sha256').update(key).update(authData).digest()
  const report = qeReport(plan.attestationKeyBinding === 'unbound' ? Buffer.alloc(32) : bound, plan)
  const reportKey = plan.qeReportSignedBy === 'stranger' ? pki.strangerKey : pki.pckKey
  const chain = Buffer.from(`${pki.pckChainPem}\0`)
  const certification = Buffer.concat([
    report,
    signBytes(report, reportKey),
    uint16(authData.length),
    authData,
    uint16(5),
    uint32(chain.length),
    chain,
  ])
  const auth = Buffer.concat([
    signBytes(signed, quoteKey),
    key,
    uint16(6),
    uint32(certification.length),
    certification,
  ])
  return Buffer.concat([signed, uint32(auth.length), auth, Buffer.alloc(70)])
}

function header({ version = 4, body: kind = 'td1.0' }: QuotePlan): Buffer {
  const bytes = Buffer.alloc(48)
  bytes.writeUInt16LE(version, 0)
  bytes.writeUInt16LE(2, 2)
  bytes.writeUInt32LE(0x81, 4)
  bytes.write(vendor, 12, 'hex')
  if (version === 4) return bytes
  const isTd15 = kind === 'td1.5'
  return Buffer.concat([bytes, uint16(isTd15 ? 3 : 2), uint32(isTd15 ? 648 : 584)])
}

function body(facts: QuoteFacts, plan: QuotePlan): Buffer {
  const bytes = Buffer.alloc(plan.version === 5 && plan.body === 'td1.5' ? 648 : 584)
  const [rtmr0 = '', rtmr1 = '', rtmr2 = '', rtmr3 = ''] = facts.rtmr
  bytes.writeUInt8(moduleSvn, 0)
  bytes.writeUInt8(1, 1)
  bytes.write(plan.mrsignerSeam ?? '', 64, 'hex')
  bytes.write(plan.tdAttributes ?? '0000001000000000', 120, 'hex')
  bytes.write(plan.xfam ?? 'e702060000000000', 128, 'hex')
  bytes.write(facts.mrtd, 136, 'hex')
  bytes.write(facts.mrconfigid, 184, 'hex')
  bytes.write(rtmr0, 328, 'hex')
  bytes.write(rtmr1, 376, 'hex')
  bytes.write(rtmr2, 424, 'hex')
  bytes.write(rtmr3, 472, 'hex')
  bytes.write(facts.reportData, 520, 'hex')
  if (bytes.length > 584) bytes.write(plan.mrServiceTd ?? '', 600, 'hex')
  return bytes
}

function qeReport(reportData: Buffer, { qeAttributes }: QuotePlan): Buffer {
  const bytes = Buffer.alloc(384)
  bytes.write(qeAttributes ?? '1100000000000000e700000000000000', 48, 'hex')
  bytes.write(quotingEnclave.mrsigner, 128, 'hex')
  bytes.writeUInt16LE(quotingEnclave.isvProdId, 256)
  bytes.writeUInt16LE(quotingEnclave.isvSvn, 258)
  reportData.copy(bytes, 320)
  return bytes
}

/** 64 bytes x ‖ y. */
function rawPublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

function signBytes(bytes: Uint8Array, key: KeyObject): Buffer {
  return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
