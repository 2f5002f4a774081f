import type { NotPromised } from '#shared/limits-statement/parse-limits-statement.ts'
import { isSealable, type Catalogue, type Route } from './catalogue.ts'
import { refusedBy } from './enclave-upstreams.ts'
import { limitsStatementWords as words } from '#shared/words/english/programs/limits-statement.ts'

/** Facts of the running system that the statements are computed from. */
export interface Observed {
  readonly routes: Readonly<Record<'anonymized' | 'private' | 'tee', number>>
  /** Routes to enclaves that nothing verifies now. */
  readonly unverified_enclave_routes: number
  /** Of them, those where what runs is none of what was accepted beforehand. */
  readonly broken_pin_routes: number
  /** Routes to enclaves of which nobody accepted beforehand what runs. */
  readonly unpinned_enclave_routes: number
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
  const routes = { anonymized: 0, private: 0, tee: 0 }
  for (const model of models) for (const route of model.routes) routes[route.mode] += 1
  return {
    routes,
    unverified_enclave_routes: models.flatMap((model) => model.routes).filter(isUnverified).length,
    broken_pin_routes: models.flatMap((model) => model.routes).filter(isPinBroken).length,
    unpinned_enclave_routes: models.flatMap((model) => model.routes).filter(isUnpinned).length,
    simulated_enclave_routes: models.flatMap((model) => model.routes).filter(isSimulated).length,
    forwarding_enclave_routes: models.flatMap((model) => model.routes).filter(mayForward).length,
    claimed_program_routes: models.flatMap((model) => model.routes).filter(isClaimed).length,
    unnumbered_stream_routes: models.flatMap((model) => model.routes).filter(isUnnumbered).length,
    streams_flow: system.streamsFlow,
    translating_routes: models.flatMap((model) => model.routes).filter(translates).length,
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

function isSimulated({ upstream }: Route): boolean {
  return upstream.enclave?.isSimulated === true
}

function isUnnumbered({ upstream: { enclave } }: Route): boolean {
  return enclave?.bodyDoor?.scheme === 'chutes-1'
}

function isClaimed({ upstream: { enclave } }: Route): boolean {
  return enclave?.programs === 'claimed'
}

function mayForward({ upstream: { enclave } }: Route): boolean {
  return enclave?.mayForward() === true
}

function translates({ upstream: { speaks } }: Route): boolean {
  return speaks.includes('chat') && !(speaks.includes('messages') && speaks.includes('responses'))
}

function isBesideAnother(route: Route, _index: number, all: readonly Route[]): boolean {
  return all.some((other) => other !== route && other.mode === route.mode)
}

function isUnverified({ upstream }: Route): boolean {
  return refusedBy(upstream) !== null
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

/** What this gateway does not promise, each with the fact that makes it so now. */
export function notPromised(observed: Observed): readonly NotPromised[] {
  const statements = [...ofOperators(observed), ...ofEnclaves(observed), ...ofAnyMode(observed)]
  return statements.filter((statement) => statement !== false)
}

/** Those that hold now, and false for each of the others. */
type Statements = readonly (NotPromised | false)[]

function ofOperators({ routes }: Observed): Statements {
  return [
    {
      id: 'gateway-reads',
      text: words.gatewayReads,
      because: words.gatewayReadsBecause,
    },
    {
      id: 'operator-could-swap',
      text: words.operatorCouldSwap,
      because: words.operatorCouldSwapBecause,
    },
    routes.private > 0 && {
      id: 'private-is-a-promise',
      text: words.privateIsAPromise,
      because: words.privateIsAPromiseBecause(routes.private),
    },
    routes.anonymized > 0 && {
      id: 'anonymized-is-read',
      text: words.anonymizedIsRead,
      because: words.anonymizedIsReadBecause(routes.anonymized),
    },
  ]
}

function ofEnclaves(observed: Observed): Statements {
  return [
    observed.unverified_enclave_routes > 0 && {
      id: 'enclaves-unverified',
      text: words.enclavesUnverified,
      because: words.enclavesUnverifiedBecause(
        observed.unverified_enclave_routes,
        observed.routes.tee,
      ),
    },
    observed.broken_pin_routes > 0 && {
      id: 'pins-broken',
      text: words.pinsBroken,
      because: words.pinsBrokenBecause(observed.broken_pin_routes, observed.routes.tee),
    },
    observed.simulated_enclave_routes > 0 && {
      id: 'enclave-simulated',
      text: words.enclaveSimulated,
      because: words.enclaveSimulatedBecause(
        observed.simulated_enclave_routes,
        observed.routes.tee,
      ),
    },
    observed.routes.tee > observed.claimed_program_routes && {
      id: 'enclave-limits',
      text: words.enclaveLimits,
      because: words.toEnclavesBecause(observed.routes.tee - observed.claimed_program_routes),
    },
    observed.claimed_program_routes > 0 && {
      id: 'programs-claimed',
      text: words.programsClaimed,
      because: words.programsClaimedBecause(observed.claimed_program_routes, observed.routes.tee),
    },
    observed.unpinned_enclave_routes > 0 && {
      id: 'nothing-pinned',
      text: words.nothingPinned,
      because: words.nothingPinnedBecause(observed.unpinned_enclave_routes, observed.routes.tee),
    },
    observed.claimed_program_routes > 0 && {
      id: 'gpus-elsewhere',
      text: words.gpusElsewhere,
      because: words.gpusElsewhereBecause,
    },
    observed.unnumbered_stream_routes > 0 && {
      id: 'pieces-unnumbered',
      text: words.piecesUnnumbered,
      because: words.piecesUnnumberedBecause(
        observed.unnumbered_stream_routes,
        observed.routes.tee,
      ),
    },
    observed.routes.tee > 0 && {
      id: 'hardware-attacks',
      text: words.hardwareAttacks,
      because: words.hardwareAttacksBecause(observed.routes.tee),
    },
    observed.routes.tee > 0 && {
      id: 'deployment-not-machine',
      text: words.deploymentNotMachine,
      because: words.deploymentNotMachineBecause,
    },
    observed.routes.tee > 0 && {
      id: 'quantum',
      text: words.quantum,
      because: words.quantumBecause,
    },
    observed.forwarding_enclave_routes > 0 && {
      id: 'second-hop',
      text: words.secondHop,
      because: words.secondHopBecause(observed.forwarding_enclave_routes, observed.routes.tee),
    },
    observed.sealable_models > 0 && {
      id: 'e2ee-in-clear',
      text: words.e2eeInClear,
      because: words.e2eeInClearBecause,
    },
    observed.routes.tee > 0 &&
      observed.streams_flow && {
        id: 'streams-flow',
        text: words.streamsFlow,
        because: words.streamsFlowBecause,
      },
  ]
}

function ofAnyMode(observed: Observed): Statements {
  return [
    {
      id: 'traffic-shape',
      text: words.trafficShape,
      because: words.trafficShapeBecause,
    },
    observed.translating_routes > 0 && {
      id: 'translated',
      text: words.translated,
      because: words.translatedBecause(observed.translating_routes),
    },
    observed.routes_beside_others > 0 && {
      id: 'several-providers',
      text: words.severalProviders,
      because: words.severalProvidersBecause(observed.routes_beside_others),
    },
    observed.demo_upstream && {
      id: 'demo-model',
      text: words.demoModel,
      because: words.demoModelBecause,
    },
    observed.sealable_models < observed.models && {
      id: 'not-sealable',
      text: words.notSealable,
      because: words.notSealableBecause(
        observed.models - observed.sealable_models,
        observed.models,
      ),
    },
    observed.uncensored_models > 0 && {
      id: 'uncensored',
      text: words.uncensored,
      because: words.uncensoredBecause(observed.uncensored_models),
    },
    {
      id: 'receipt-not-truth',
      text: words.receiptNotTruth,
      because: words.receiptNotTruthBecause,
    },
    {
      id: 'unlinkability',
      text: words.unlinkability,
      because: words.unlinkabilityBecause(observed.signed_out_requests_per_minute),
    },
    observed.trusts_proxy && {
      id: 'proxy-sees-addresses',
      text: words.proxySeesAddresses,
      because: words.proxySeesAddressesBecause,
    },
    observed.retired_signers > 0 && {
      id: 'retired-signers',
      text: words.retiredSigners,
      because: words.retiredSignersBecause(observed.retired_signers),
    },
  ]
}
