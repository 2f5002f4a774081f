import type { NotPromised } from '#shared/limits-statement/parse-limits-statement.ts'
import type { Observed } from './observe.ts'
import { limitsStatementWords as words } from '#shared/words/english/programs/limits-statement.ts'

type StatementId = keyof typeof words
/** Numbers that the fact is told with; false where the statement does not hold now. */
type Facts = readonly number[] | false

/** What this gateway does not promise, each with the fact that makes it so now. */
export function notPromised(observed: Observed): readonly NotPromised[] {
  return (Object.keys(words) as readonly StatementId[]).flatMap((id): readonly NotPromised[] => {
    const found = facts[id](observed)
    if (found === false) return []
    const { text, because } = words[id]
    const told: (...numbers: number[]) => string =
      typeof because === 'string' ? () => because : because
    return [{ id, text, because: told(...found) }]
  })
}

const always = (): Facts => []
function some(count: number, ...more: readonly number[]): Facts {
  return count > 0 && [count, ...more]
}
/** Of routes to enclaves. */
function someOf(count: number, { routes: { tee, e2ee } }: Observed): Facts {
  return some(count, tee + e2ee)
}
function enclaves({ routes: { tee, e2ee } }: Observed): Facts {
  return some(tee + e2ee)
}

const facts: Readonly<Record<StatementId, (observed: Observed) => Facts>> = {
  'gateway-reads': always,
  'operator-could-swap': always,
  'private-is-a-promise': ({ routes }) => some(routes.private),
  'anonymized-is-read': ({ routes }) => some(routes.anonymized),
  'enclaves-unverified': (found) => someOf(found.unverified_enclave_routes, found),
  'pins-broken': (found) => someOf(found.broken_pin_routes, found),
  'enclave-simulated': (found) => someOf(found.simulated_enclave_routes, found),
  'enclave-limits': ({ routes: { tee, e2ee }, claimed_program_routes: claimed }) =>
    some(tee + e2ee - claimed),
  'programs-claimed': (found) => someOf(found.claimed_program_routes, found),
  'nothing-pinned': (found) => someOf(found.unpinned_enclave_routes, found),
  'gpus-elsewhere': (found) => found.claimed_program_routes > 0 && [found.nvidia_asked_routes],
  'nvidia-asked': (found) => some(found.nvidia_asked_routes),
  'pieces-unnumbered': (found) => some(found.unnumbered_stream_routes, found.routes.tee),
  'hardware-attacks': enclaves,
  'deployment-not-machine': enclaves,
  quantum: enclaves,
  'second-hop': (found) => someOf(found.forwarding_enclave_routes, found),
  'answers-passed-on': ({ routes }) => some(routes.e2ee),
  'e2ee-in-clear': (found) => some(found.sealable_models),
  'streams-flow': (found) => found.streams_flow && some(found.routes.tee),
  'traffic-shape': always,
  translated: (found) => some(found.translating_routes),
  'several-providers': (found) => some(found.routes_beside_others),
  'demo-model': (found) => found.demo_upstream && [],
  'not-sealable': ({ models, sealable_models: sealable }) => some(models - sealable, models),
  uncensored: (found) => some(found.uncensored_models),
  'receipt-not-truth': always,
  unlinkability: (found) => [found.signed_out_requests_per_minute],
  'proxy-sees-addresses': (found) => found.trusts_proxy && [],
  'retired-signers': (found) => some(found.retired_signers),
}
