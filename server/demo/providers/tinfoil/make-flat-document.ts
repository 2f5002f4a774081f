import { sign } from 'node:crypto'
import type { TinfoilFault } from './tinfoil-faults.ts'
import { reportOf, sha256, showsGpus, type TinfoilMachine } from './tinfoil-machine.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

/** The document in its first form, as JSON text. */
export async function makeFlatDocument(
  machine: TinfoilMachine,
  nonce: string,
  fault: TinfoilFault | null,
): Promise<string> {
  const { platform, tls, ehbp, gpus } = machine
  const earlier = '11'.repeat(32)
  const asked = fault === 'replayed-nonce' ? earlier : nonce
  const gpuText = async (of: string) => JSON.stringify({ evidences: await gpus.evidence(of) })
  const bound = await gpuText(fault === 'gpu-of-another-day' ? earlier : asked)
  const shown = fault === 'other-gpu' ? await gpuText(asked) : bound
  const hasGpu = showsGpus(machine, fault)
  const gpuHash = sha256(Buffer.from(bound))
  const keys = [hex(tls.spki), hex(ehbp.publicKey), hex(asked)]
  const report = reportOf(machine, sha256(...keys, ...(hasGpu ? [gpuHash] : [])), fault)
  const members = [
    `"format":"https://tinfoil.sh/predicate/attestation/v3"`,
    `"report_data":${JSON.stringify({
      tls_key_fp: tls.spki,
      hpke_key: fault === 'other-encryption-key' ? '22'.repeat(32) : ehbp.publicKey,
      nonce,
      ...(hasGpu ? { gpu_evidence_hash: gpuHash.toString('hex') } : {}),
    })}`,
    `"cpu":${JSON.stringify({ platform, report: report.toString('base64') })}`,
    ...(hasGpu ? [`"gpu":${shown}`] : []),
    `"certificate":${JSON.stringify(tls.certificatePem)}`,
  ]
  const text = (signature: string) => `{${members.join(',')},"signature":"${signature}"}`
  const signature = sign('sha256', Buffer.from(text('')), tls.keyPem).toString('base64')
  return text(signature)
}
