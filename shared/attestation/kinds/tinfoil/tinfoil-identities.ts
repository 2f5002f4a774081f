/** When, and from where, the identities in this file were taken. */
export const tinfoilIdentitiesFrom = { at: '2026-06-29', source: 'the documentation of Tinfoil' }

/** Whose signed releases are accepted as Tinfoil's. Identities, no digests: releases change. */
const modelRepository = /^tinfoilsh\/confidential-(?!model-router$)[a-z0-9][a-z0-9._-]{0,90}$/

/** Of the router, which reads what it hands on to an enclave with a model. */
const router = { repository: 'tinfoilsh/confidential-model-router', host: 'inference.tinfoil.sh' }

/** Hosts of its enclaves end in these names. */
const hosts = ['.tinfoil.sh', '.tinfoil.containers.tinfoil.dev'] as const

/** What runs in an enclave: a model itself, or the router before such enclaves. */
export type TinfoilPart = 'model' | 'router'

/** Whether the releases of a repository are accepted as Tinfoil's, of that part. */
export function isTinfoilRepository(repository: string, part: TinfoilPart): boolean {
  return part === 'router' ? repository === router.repository : modelRepository.test(repository)
}

/** @param host in lowercase, without a port */
export function isTinfoilHost(host: string, part: TinfoilPart): boolean {
  if (part === 'router') return host === router.host
  return host !== router.host && hosts.some((end) => host.endsWith(end))
}
