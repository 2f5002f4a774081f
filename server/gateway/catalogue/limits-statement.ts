import type { NotPromised } from '#shared/limits-statement/parse-limits-statement.ts'
import type { Observed } from './observe.ts'
import { limitsStatementWords as words } from '#shared/words/english/programs/limits-statement.ts'

/** What this gateway does not promise, each with the fact that makes it so now. */
export function notPromised(observed: Observed): readonly NotPromised[] {
  const statements = [
    ...ofOperators(observed),
    ...ofEnclaves(observed),
    ...ofAnyEnclave(observed),
    ...ofAnyMode(observed),
  ]
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
  const { tee, e2ee } = observed.routes
  const enclaves = tee + e2ee
  return [
    observed.unverified_enclave_routes > 0 && {
      id: 'enclaves-unverified',
      text: words.enclavesUnverified,
      because: words.enclavesUnverifiedBecause(observed.unverified_enclave_routes, enclaves),
    },
    observed.broken_pin_routes > 0 && {
      id: 'pins-broken',
      text: words.pinsBroken,
      because: words.pinsBrokenBecause(observed.broken_pin_routes, enclaves),
    },
    observed.simulated_enclave_routes > 0 && {
      id: 'enclave-simulated',
      text: words.enclaveSimulated,
      because: words.enclaveSimulatedBecause(observed.simulated_enclave_routes, enclaves),
    },
    enclaves > observed.claimed_program_routes && {
      id: 'enclave-limits',
      text: words.enclaveLimits,
      because: words.toEnclavesBecause(enclaves - observed.claimed_program_routes),
    },
    observed.claimed_program_routes > 0 && {
      id: 'programs-claimed',
      text: words.programsClaimed,
      because: words.programsClaimedBecause(observed.claimed_program_routes, enclaves),
    },
    observed.unpinned_enclave_routes > 0 && {
      id: 'nothing-pinned',
      text: words.nothingPinned,
      because: words.nothingPinnedBecause(observed.unpinned_enclave_routes, enclaves),
    },
    observed.claimed_program_routes > 0 && {
      id: 'gpus-elsewhere',
      text: words.gpusElsewhere,
      because: words.gpusElsewhereBecause(observed.nvidia_asked_routes),
    },
    observed.nvidia_asked_routes > 0 && {
      id: 'nvidia-asked',
      text: words.nvidiaAsked,
      because: words.nvidiaAskedBecause(observed.nvidia_asked_routes),
    },
    observed.unnumbered_stream_routes > 0 && {
      id: 'pieces-unnumbered',
      text: words.piecesUnnumbered,
      because: words.piecesUnnumberedBecause(
        observed.unnumbered_stream_routes,
        observed.routes.tee,
      ),
    },
  ]
}

/** Of every enclave, whatever was found of it. */
function ofAnyEnclave(observed: Observed): Statements {
  const { tee, e2ee } = observed.routes
  const enclaves = tee + e2ee
  return [
    enclaves > 0 && {
      id: 'hardware-attacks',
      text: words.hardwareAttacks,
      because: words.hardwareAttacksBecause(enclaves),
    },
    enclaves > 0 && {
      id: 'deployment-not-machine',
      text: words.deploymentNotMachine,
      because: words.deploymentNotMachineBecause,
    },
    enclaves > 0 && {
      id: 'quantum',
      text: words.quantum,
      because: words.quantumBecause,
    },
    observed.forwarding_enclave_routes > 0 && {
      id: 'second-hop',
      text: words.secondHop,
      because: words.secondHopBecause(observed.forwarding_enclave_routes, enclaves),
    },
    e2ee > 0 && {
      id: 'answers-passed-on',
      text: words.answersPassedOn,
      because: words.answersPassedOnBecause(e2ee),
    },
    observed.sealable_models > 0 && {
      id: 'e2ee-in-clear',
      text: words.e2eeInClear,
      because: words.e2eeInClearBecause,
    },
    tee > 0 &&
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
