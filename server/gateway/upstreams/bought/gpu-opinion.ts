import { Pool } from 'undici'
import { keysNamedBy } from '#shared/attestation/nvidia/key-set.ts'
import { gpuGeneration, type GpuEvidence } from '#shared/attestation/nvidia/verify-gpus.ts'
import type { GpuOpinion } from '#shared/attestation/nvidia/verify-opinion.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { readAll } from '#shared/bytes/read-limited.ts'
import { getFromService } from '../enclave/collateral/get-from-service.ts'
import { post } from '../http/post.ts'

/** NVIDIA's own service. */
export const nvidiaService = 'https://nras.attestation.nvidia.com'

export interface ShownGpus {
  /** What they should have signed, 64 hex digits. */
  readonly nonce: string
  readonly evidence: readonly GpuEvidence[]
}

const bounds = { delivery: 'buffered', bytes: 1024 * 1024, ms: 15_000 } as const
const waitMs = 20_000

/**
 * What NVIDIA's service says of GPUs, with the keys that signed it. It learns which machine is asked about, and when.
 * @param service base address
 * @returns null where no opinion can be had: nothing depends on it
 */
export async function gpuOpinion(
  service: string,
  { nonce, evidence }: ShownGpus,
): Promise<GpuOpinion | null> {
  const arch = gpuGeneration(evidence)
  if (arch === null) return null
  const list = evidence.map(({ certificate, evidence: signed }) => ({
    certificate,
    evidence: signed,
  }))
  const body = utf8ToBytes(JSON.stringify({ nonce, arch, evidence_list: list }))
  const pool = new Pool(service, { connect: { timeout: bounds.ms } })
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const request = { path: '/v3/attest/gpu', headers, body, bounds }
    const { status, body: said } = await post(pool, request, AbortSignal.timeout(waitMs))
    const answer = parseUtf8(await readAll(said))
    if (status !== 200) return null
    const keys = await getFromService(service, '/.well-known/jwks.json', null)
    return { answer, keys: keysNamedBy(answer, parseUtf8(keys.bytes)) }
  } catch {
    return null
  } finally {
    await pool.destroy()
  }
}
