import { bytesToHex } from '../../bytes/bytes.ts'
import * as snpReasons from '../../words/english/evidence/snp-reasons.ts'
import { derContent, derInteger, malformedDer, parseDer } from '../certificates/der.ts'
import type { X509 } from '../certificates/parse-x509.ts'
import type { SnpTcb } from './parse-snp-report.ts'
import type { SnpGeneration } from './snp-generation.ts'

const amd = '1.3.6.1.4.1.3704.1'

/** What a VCEK certificate says of its chip. */
export interface VcekFacts {
  /** `Genoa`, or `Genoa-B1`. */
  readonly product: string
  readonly tcb: SnpTcb
  /** 64 bytes in hex, or 8 for Turin. */
  readonly chipId: string
}

/** @throws {FormatError} CERTIFICATE_MALFORMED when a member is not there */
export function readVcekFacts({ extensions }: X509, generation: SnpGeneration): VcekFacts {
  function content(suffix: string): Uint8Array {
    const found = extensions.get(`${amd}.${suffix}`)
    if (found) return found
    throw malformedDer(snpReasons.lacks(suffix))
  }
  const version = (suffix: string) => derInteger(parseDer(content(`3.${suffix}`)))
  const chipId = content('4')
  if (chipId.length !== (generation === 'Turin' ? 8 : 64)) {
    throw malformedDer(snpReasons.chipId(chipId.length))
  }
  return {
    product: readText(content('2')),
    tcb: {
      fmc: generation === 'Turin' ? version('9') : null,
      bootloader: version('1'),
      tee: version('2'),
      snp: version('3'),
      microcode: version('8'),
    },
    chipId: bytesToHex(chipId),
  }
}

function readText(content: Uint8Array): string {
  return String.fromCharCode(...derContent(parseDer(content)))
}
