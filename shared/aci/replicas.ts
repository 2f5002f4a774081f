import type { EstablishedEnclave } from './appraise-report.ts'
import type { EnclaveReceipt } from './parse-enclave-receipt.ts'

/** Enclaves under whose keys an answer's receipt may stand; the one that was asked comes first. */
export type Replicas = readonly [EstablishedEnclave, ...EstablishedEnclave[]]

/** Replicas of the workload that was asked: another one's keys say nothing about its answers. */
export function replicasOf(
  asked: EstablishedEnclave,
  others: readonly EstablishedEnclave[],
): Replicas {
  return [
    asked,
    ...others.filter(({ appId, scheme }) => appId === asked.appId && scheme === asked.scheme),
  ]
}

/** The boot that signed a receipt; the one that was asked where none of them did. */
export function signerAmong(
  { workload_keyset_digest: digest }: Pick<EnclaveReceipt, 'workload_keyset_digest'>,
  replicas: Replicas,
): EstablishedEnclave {
  return replicas.find((each) => each.digest === digest) ?? replicas[0]
}
