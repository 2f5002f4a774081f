/** What a simulated report of SEV-SNP says; byte members are hex. */
export interface SnpFacts {
  readonly chipId: string
  /** 64 bytes. */
  readonly reportData: string
  /** 48 bytes. */
  readonly measurement: string
  readonly isDebuggable?: boolean
  readonly firmware?: 'accepted' | 'old'
}

const genoa = { family: 0x19, model: 0x11 }
/** Bit 17 is always set, bit 16 lets two threads share a core. */
const policy = (1n << 17n) | (1n << 16n)
const debugging = 1n << 19n
/** Versions of the simulated chip's firmware: bootloader, tee, four reserved, snp, microcode. */
const simulatedTcb = [10, 0, 0, 0, 0, 0, 23, 84] as const

/** The part of a report that its chip signs, 672 bytes, little-endian. */
export function writeSnpReport(facts: SnpFacts): Uint8Array {
  const bytes = Buffer.alloc(0x2a0)
  bytes.writeUInt32LE(3, 0)
  bytes.writeBigUInt64LE(facts.isDebuggable === true ? policy | debugging : policy, 0x08)
  bytes.writeUInt32LE(1, 0x34)
  bytes.write(facts.reportData, 0x50, 'hex')
  bytes.write(facts.measurement, 0x90, 'hex')
  bytes.write(facts.chipId, 0x1a0, 'hex')
  for (const place of [0x38, 0x180, 0x1e0, 0x1f0]) bytes.set(simulatedTcb, place)
  bytes.set([genoa.family, genoa.model, 1], 0x188)
  const build = facts.firmware === 'old' ? 20 : 22
  for (const place of [0x1e8, 0x1ec]) bytes.set([build, 55, 1], place)
  return new Uint8Array(bytes)
}
