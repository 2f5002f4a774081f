import type { Digest } from '../../digest.ts'
import type { SnpTcb } from './parse-snp-report.ts'

export const snpGenerations = ['Milan', 'Genoa', 'Turin'] as const

export type SnpGeneration = (typeof snpGenerations)[number]

/** SHA-256 of AMD's root certificates (ARK). */
export const amdRoots: Readonly<Record<SnpGeneration, Digest>> = {
  Milan: '69d063b45344d26a2e94e1f4210de49ef555308287d4c174445c95639a540bcd' as Digest,
  Genoa: '4c6598d19c18719c5dfd4a7d335f674e5bfe1d8f800cea2cf270c10d103db2f1' as Digest,
  Turin: '1f084161a44bb6d93778a904877d4819cafa5d05ef4193b2ded9dd9c73dd3f6a' as Digest,
}

/** Which generation a processor is of, by what CPUID says of it; null for one that is not known. */
export function generationOf(family: number, model: number): SnpGeneration | null {
  if (family === 0x19 && model <= 0x0f) return 'Milan'
  // Genoa, and Bergamo and Siena, whose certificates are Genoa's.
  if (family === 0x19 && ((model >= 0x10 && model <= 0x1f) || (model >= 0xa0 && model <= 0xaf))) {
    return 'Genoa'
  }
  if (family === 0x1a && model <= 0x1f) return 'Turin'
  return null
}

/** @param bytes eight of them, in the order of the generation */
export function readSnpTcb(bytes: Uint8Array, generation: SnpGeneration): SnpTcb {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, , , b6 = 0, b7 = 0] = bytes
  return generation === 'Turin'
    ? { fmc: b0, bootloader: b1, tee: b2, snp: b3, microcode: b7 }
    : { fmc: null, bootloader: b0, tee: b1, snp: b6, microcode: b7 }
}
