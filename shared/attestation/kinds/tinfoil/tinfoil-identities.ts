/** When, and from where, the identities in this file were taken. */
export const tinfoilIdentitiesFrom = { at: '2026-06-29', source: 'the documentation of Tinfoil' }

/** Whose signed releases are accepted as Tinfoil's. Identities, no digests: releases change. */
const modelRepository = /^tinfoilsh\/confidential-(?!model-router$)[a-z0-9][a-z0-9._-]{0,90}$/

/** Hosts of its enclaves end in these names. */
const hosts = ['.tinfoil.sh', '.tinfoil.containers.tinfoil.dev'] as const

/** Whether a repository is of an enclave that runs a model itself, and not of the router before them. */
export function isTinfoilModel(repository: string): boolean {
  return modelRepository.test(repository)
}

/** @param host in lowercase, without a port */
export function isTinfoilHost(host: string): boolean {
  return hosts.some((end) => host.endsWith(end))
}
