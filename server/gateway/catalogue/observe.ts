import type { Mode } from '#shared/modes.ts'
import { isSealable, type Catalogue, type Route } from './catalogue.ts'
import { refusedBy } from './enclave-upstreams.ts'

/** Facts of the running system that the statements are computed from. */
export interface Observed {
  readonly routes: Readonly<Record<Mode, number>>
  /** Routes to enclaves that nothing verifies now. */
  readonly unverified_enclave_routes: number
  /** Those of them whose enclave runs software that is not among the accepted software. */
  readonly broken_pin_routes: number
  /** Routes to enclaves of which nobody accepted beforehand what runs. */
  readonly unpinned_enclave_routes: number
  /** Routes to enclaves about whose GPUs NVIDIA is asked. */
  readonly nvidia_asked_routes: number
  /** Routes to enclaves that are simulated. */
  readonly simulated_enclave_routes: number
  /** Routes to enclaves that are not pinned as hosts of the model themselves. */
  readonly forwarding_enclave_routes: number
  /** Routes to enclaves in which programs run that nobody measured. */
  readonly claimed_program_routes: number
  /** Routes over which a piece of a stream may be lost unseen. */
  readonly unnumbered_stream_routes: number
  /** Whether a stream from an enclave may leave before its receipt, where its channel is proven. */
  readonly streams_flow: boolean
  /** Routes that answer in some dialect of the API by translation alone. */
  readonly translating_routes: number
  /** Routes beside another of the same model and mode. */
  readonly routes_beside_others: number
  readonly demo_upstream: boolean
  readonly sealable_models: number
  readonly models: number
  readonly uncensored_models: number
  readonly signed_out_requests_per_minute: number
  readonly trusts_proxy: boolean
  readonly retired_signers: number
  readonly signer_source: 'made here' | 'given'
}

export interface RunningSystem {
  readonly catalogue: Catalogue
  readonly demoUpstream: boolean
  readonly streamsFlow: boolean
  readonly signedOutRpm: number
  readonly trustsProxy: boolean
  readonly signerSource: 'made here' | 'given'
  readonly retiredSigners: number
}

export function observe(system: RunningSystem): Observed {
  const models = [...system.catalogue.models.values()]
  const all = models.flatMap((model) => model.routes)
  const count = (is: (route: Route) => boolean) => all.filter(is).length
  const routes = { anonymized: 0, private: 0, tee: 0, e2ee: 0 }
  for (const { mode } of all) routes[mode] += 1
  return {
    routes,
    unverified_enclave_routes: count(({ upstream }) => refusedBy(upstream) !== null),
    broken_pin_routes: count(isPinBroken),
    unpinned_enclave_routes: count(isUnpinned),
    nvidia_asked_routes: count(({ upstream }) => upstream.enclave?.asksNvidia === true),
    simulated_enclave_routes: count(({ upstream }) => upstream.enclave?.isSimulated === true),
    forwarding_enclave_routes: count(({ upstream }) => upstream.enclave?.mayForward() === true),
    claimed_program_routes: count(({ upstream }) => upstream.enclave?.programs === 'claimed'),
    unnumbered_stream_routes: count(
      ({ upstream }) => upstream.enclave?.bodyDoor?.scheme === 'chutes-1',
    ),
    streams_flow: system.streamsFlow,
    translating_routes: count(translates),
    routes_beside_others: models.flatMap(({ routes: each }) => each.filter(isBesideAnother)).length,
    demo_upstream: system.demoUpstream,
    sealable_models: models.filter(isSealable).length,
    models: models.length,
    uncensored_models: models.filter(({ contentPolicy }) => contentPolicy === 'uncensored').length,
    signed_out_requests_per_minute: system.signedOutRpm,
    trusts_proxy: system.trustsProxy,
    retired_signers: system.retiredSigners,
    signer_source: system.signerSource,
  }
}

function translates({ upstream: { speaks } }: Route): boolean {
  return speaks.includes('chat') && !(speaks.includes('messages') && speaks.includes('responses'))
}

function isBesideAnother(route: Route, _index: number, all: readonly Route[]): boolean {
  return all.some((other) => other !== route && other.mode === route.mode)
}

/** Checks of what runs against what was accepted beforehand. */
const pinChecks: readonly string[] = [
  'code.registers',
  'code.measurement',
  'sigstore.repository',
  'policy.compose',
  'policy.app-id',
  'policy.platform',
]

function isPinBroken({ upstream }: Route): boolean {
  return refusedBy(upstream)?.some((id) => pinChecks.includes(id)) === true
}

function isUnpinned({ upstream: { enclave } }: Route): boolean {
  return enclave?.pinned.by === 'machines' && enclave.pinned.pins.length === 0
}
