import { bytesToHex } from '../../bytes/bytes.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'
import {
  derChildren,
  derContent,
  derInteger,
  derOid,
  malformedDer,
  parseDer,
  type DerNode,
} from '../certificates/der.ts'
import type { Certificate } from '../certificates/parse-pem-chain.ts'

const sgxOid = '1.2.840.113741.1.13.1'

/** What a PCK certificate says about its platform (PROTOCOL.md §3.2). */
export interface PckFacts {
  /** 12 uppercase hex digits, as TCB info writes it. */
  readonly fmspc: string
  /** 4 uppercase hex digits. */
  readonly pceId: string
  /** Sixteen security versions. */
  readonly cpuSvn: readonly number[]
  readonly pceSvn: number
}

/** @throws {FormatError} CERTIFICATE_MALFORMED when the certificate has no such extension */
export function readPckFacts({ extensions }: Certificate): PckFacts {
  const content = extensions.get(sgxOid)
  if (!content) throw malformedDer(quoteReasons.noSgxExtension)
  const members = byOid(parseDer(content))
  const tcb = byOid(member(members, '2'))
  return {
    fmspc: bytesToHex(derContent(member(members, '4'))).toUpperCase(),
    pceId: bytesToHex(derContent(member(members, '3'))).toUpperCase(),
    cpuSvn: Array.from({ length: 16 }, (_, index) => derInteger(member(tcb, `2.${index + 1}`))),
    pceSvn: derInteger(member(tcb, '2.17')),
  }
}

function byOid(node: DerNode): ReadonlyMap<string, DerNode> {
  return new Map(
    derChildren(node).map((pair) => {
      const [oid, value] = derChildren(pair)
      if (!value) throw malformedDer(quoteReasons.sgxNoValue)
      return [derOid(oid), value]
    }),
  )
}

function member(members: ReadonlyMap<string, DerNode>, suffix: string): DerNode {
  const found = members.get(`${sgxOid}.${suffix}`)
  if (found) return found
  throw malformedDer(quoteReasons.sgxLacks(suffix))
}
