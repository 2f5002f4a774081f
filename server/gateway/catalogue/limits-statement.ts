import type { NotPromised } from '#shared/limits-statement/parse-limits-statement.ts'
import { isSealable, type Catalogue, type Route } from './catalogue.ts'

/** Facts of the running system that the statements are computed from. */
export interface Observed {
  readonly routes: Readonly<Record<'anonymized' | 'private' | 'tee', number>>
  /** Routes to enclaves that nothing verifies now. */
  readonly unverified_enclave_routes: number
  /** Routes to enclaves that are simulated. */
  readonly simulated_enclave_routes: number
  /** Routes to enclaves that are not pinned as hosts of the model themselves. */
  readonly forwarding_enclave_routes: number
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
    simulated_enclave_routes: models.flatMap((model) => model.routes).filter(isSimulated).length,
    forwarding_enclave_routes: models.flatMap((model) => model.routes).filter(mayForward).length,
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
  return upstream.enclave !== null && upstream.enclave.simulationRoot !== null
}

function mayForward({ upstream: { enclave } }: Route): boolean {
  return enclave !== null && enclave.established()?.serving !== 'direct'
}

function translates({ upstream: { speaks } }: Route): boolean {
  return speaks.includes('chat') && !(speaks.includes('messages') && speaks.includes('responses'))
}

function isBesideAnother(route: Route, _index: number, all: readonly Route[]): boolean {
  return all.some((other) => other !== route && other.mode === route.mode)
}

function isUnverified({ upstream }: Route): boolean {
  const state = upstream.availability()
  return !state.available && state.kind === 'unverified'
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
      text: 'In every mode but end-to-end encryption this gateway holds prompt and answer in memory while it serves them. It is written to store neither, and no proof of that exists.',
      because: 'The gateway does not run in an enclave.',
    },
    {
      id: 'operator-could-swap',
      text: 'Whoever operates this gateway could run a changed program. A receipt proves who signed, not which program did.',
      because: 'The signing key is held by the gateway’s own process.',
    },
    routes.private > 0 && {
      id: 'private-is-a-promise',
      text: 'In private mode the upstream could read and keep what it is sent. That it does not is a promise of its operator, not a proof.',
      because: `${count(routes.private, 'route')} in private mode.`,
    },
    routes.anonymized > 0 && {
      id: 'anonymized-is-read',
      text: 'In anonymized mode a third party reads the prompt and may keep it. It is not told who asked, but a prompt can say so itself.',
      because: `${count(routes.anonymized, 'route')} in anonymized mode.`,
    },
  ]
}

function ofEnclaves(observed: Observed): Statements {
  return [
    observed.unverified_enclave_routes > 0 && {
      id: 'enclaves-unverified',
      text: 'What only an enclave serves is refused where the enclave is not verified, and a model with a weaker route is delivered by that, in its weaker mode.',
      because: `${observed.unverified_enclave_routes} of ${count(observed.routes.tee, 'route')} to enclaves, not verified now.`,
    },
    observed.simulated_enclave_routes > 0 && {
      id: 'enclave-simulated',
      text: 'A simulated enclave proves nothing about hardware. Its answers are labelled as simulated, and verifiers do not count them as proven.',
      because: `${observed.simulated_enclave_routes} of ${count(observed.routes.tee, 'route')} to enclaves lead to a simulated one.`,
    },
    observed.routes.tee > 0 && {
      id: 'enclave-limits',
      text: 'A verified enclave is one whose measured software was accepted beforehand on a platform that its maker vouches for. That the software does what it should, and which weights the model has, is not proven.',
      because: `${count(observed.routes.tee, 'route')} to enclaves.`,
    },
    observed.routes.tee > 0 && {
      id: 'hardware-attacks',
      text: 'Whoever holds the machine can attack its processor. Attacks with a probe on the memory bus are published that recover an enclave’s attestation key on current servers (TEE.fail, 2025; WireTap and Battering RAM before it), and so are side channels that the host can watch. The makers of processors do not count physical attacks, and a quote does not show one.',
      because: `${count(observed.routes.tee, 'route')} to enclaves on machines that somebody else holds.`,
    },
    observed.routes.tee > 0 && {
      id: 'deployment-not-machine',
      text: 'What is verified is a deployment, not one machine: its replicas share their keys, and so do later versions of it that its key management lets start.',
      because:
        'The keys of these enclaves come from a key management that gives them to the deployment.',
    },
    observed.routes.tee > 0 && {
      id: 'quantum',
      text: 'What is recorded today can be opened by a quantum computer to come: neither the encryption to enclaves nor TLS to them is made to withstand one here.',
      because: 'E2EE version 2 agrees on keys with X25519 or secp256k1.',
    },
    observed.forwarding_enclave_routes > 0 && {
      id: 'second-hop',
      text: 'Behind an enclave that forwards stands another company’s enclave, which reads the prompt too. Unless its own evidence is in the session that the receipt names, it is an enclave on the first one’s word, and the answer says so.',
      because: `${observed.forwarding_enclave_routes} of ${count(observed.routes.tee, 'route')} to enclaves that are not pinned as hosts of the model.`,
    },
    observed.routes.tee > 0 && {
      id: 'e2ee-in-clear',
      text: 'End-to-end encryption hides the contents of messages. Model, roles, sampling parameters, tool definitions and tool calls travel in clear; of answers, so do tool calls, refusals, log probabilities, annotations and the transcript of audio. A stolen key of the enclave opens what was recorded before.',
      because: 'The enclaves speak E2EE version 2.',
    },
    observed.routes.tee > 0 &&
      observed.streams_flow && {
        id: 'streams-flow',
        text: 'A stream from an enclave is shown while it comes, over a channel that ends in the enclave. Until its receipt has verified, at its end, it is provisional.',
        because: 'stream_release is "flow". Send x-svc-release: proven for the strict form.',
      },
  ]
}

function ofAnyMode(observed: Observed): Statements {
  return [
    {
      id: 'traffic-shape',
      text: 'In every mode, whoever watches a connection sees when something is sent and how long it is. Encryption hides neither. The events of a stream leave in a few lengths, unless its request turns that off; their number, their times and the length of everything else remain.',
      because: 'Streams are padded; nothing else is, and streams are passed on as they come.',
    },
    observed.translating_routes > 0 && {
      id: 'translated',
      text: 'Where an upstream does not speak the dialect of a request, this gateway translates it to chat completions and writes the answer anew: such an answer says “translated”. The receipt covers what was delivered, and what an enclave signed is the chat, not these bytes.',
      because: `${count(observed.translating_routes, 'route')} to upstreams that do not speak every dialect.`,
    },
    observed.routes_beside_others > 0 && {
      id: 'several-providers',
      text: 'Where several upstreams serve a model in one mode, a request goes to one of them, and where that one refuses it as busy or broken to the next of the same mode: each of them may have read it, and may bill it. The receipt is over the answer of the one that answered.',
      because: `${count(observed.routes_beside_others, 'route')} beside another of the same model and mode.`,
    },
    observed.demo_upstream && {
      id: 'demo-model',
      text: 'Answers of the demo come from a small built-in program, not from a language model.',
      because: 'No upstream is configured, so the built-in demo upstream serves.',
    },
    observed.sealable_models < observed.models && {
      id: 'not-sealable',
      text: 'Not every model can be served by an enclave.',
      because: `${observed.models - observed.sealable_models} of ${observed.models} models have no enclave route.`,
    },
    observed.uncensored_models > 0 && {
      id: 'uncensored',
      text: 'Uncensored models answer without the usual refusals. Privacy does not depend on the plan, content policy does.',
      because: `${count(observed.uncensored_models, 'model')} with an uncensored policy.`,
    },
    {
      id: 'receipt-not-truth',
      text: 'A receipt says which answer was delivered to which messages in which mode. It does not say that the answer is right, or that the model named by an upstream is the model it ran.',
      because:
        'Receipts commit to messages and answers, and to nothing that an upstream says of itself.',
    },
    {
      id: 'unlinkability',
      text: 'Requests made with one key, or from one address within a minute, can be counted together by this gateway. For a key it keeps how many there were of each model on each day of the last 31, and how long they were.',
      because: `Rate limits: ${observed.signed_out_requests_per_minute} a minute for callers without a key.`,
    },
    observed.trusts_proxy && {
      id: 'proxy-sees-addresses',
      text: 'A proxy in front of this gateway sees addresses and, where it ends TLS, what is sent.',
      because: 'TRUST_PROXY is set.',
    },
    observed.retired_signers > 0 && {
      id: 'retired-signers',
      text: 'Receipts from before a change of signer are signed by an address that is no longer in use. Judge them by its dates.',
      because: `${count(observed.retired_signers, 'retired signer')}.`,
    },
  ]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
