import type { Upstream } from '../common/upstream.ts'

interface Asked {
  readonly routes: readonly { readonly upstream: Pick<Upstream, 'availability' | 'enclave'> }[]
}

/**
 * Waits where no enclave of these models that clients encrypt to is verified, and some have not been tried yet: until
 * one is verified, or each was tried. A gateway that has just started would else refuse what it can do a moment later.
 */
export async function firstAttestation(models: readonly Asked[]): Promise<void> {
  const routes = models.flatMap((model) => model.routes)
  const ways = routes.flatMap(({ upstream: { enclave, availability } }) =>
    enclave !== null && (enclave.door ?? enclave.bodyDoor) !== null
      ? [{ enclave, isTried: isRefused(availability()) }]
      : [],
  )
  if (ways.some(({ enclave }) => enclave.verifiedAt() !== null)) return
  const untried = ways.filter(({ isTried }) => !isTried)
  const verified = untried.map(async ({ enclave }) => {
    await enclave.warmUp()
    if (enclave.verifiedAt() === null) throw new Error('not verified')
  })
  await Promise.any(verified).catch(() => {})
}

const isRefused = (now: ReturnType<Upstream['availability']>) =>
  !now.available && now.kind === 'unverified'
