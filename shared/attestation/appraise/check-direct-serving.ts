import { fail, pass, skip } from '../../checks.ts'
import type { Check } from '../../verdict.ts'
import * as composeReasons from '../../words/english/evidence/compose-reasons.ts'
import { takenVariables } from './compose-environment.ts'
import { findHosts } from './find-hosts.ts'
import type { Members } from './member-rules.ts'
import type { Compose } from './read-compose.ts'

const ownHosts = ['localhost', '127.0.0.1', '0.0.0.0', '::1', '::']

/** A service that says it is the model's host must not name another one in its measured file. */
export function checkDirectServing({ file, services }: Compose, serving: string): Check {
  const id = 'policy.direct-serving'
  if (serving !== 'direct') return pass(id, composeReasons.aggregator)
  if (services.some(([, service]) => 'networks' in service)) {
    return fail(id, composeReasons.ownNetworks)
  }
  const [taken] = services.flatMap(([, { environment }]) => takenVariables(environment))
  if (taken !== undefined) return fail(id, composeReasons.mayNameHost(taken))
  // A name with dots leads elsewhere as soon as the container behind it stops.
  const names = services.map(([name]) => name.toLowerCase()).filter((name) => !name.includes('.'))
  const own = new Set([...names, ...ownHosts])
  const hosts = [
    ...services.flatMap(([, service]) => spokenTexts(service)),
    ...textsOf(file['configs']),
  ].flatMap(findHosts)
  const other = hosts.find((host) => !own.has(host))
  if (other !== undefined) return fail(id, composeReasons.otherHost(other))
  return hosts.length > 0 ? pass(id) : skip(id, composeReasons.noHost)
}

/** Texts that reach the program in a container. */
function spokenTexts({
  command,
  entrypoint,
  environment,
  healthcheck,
}: Members): readonly string[] {
  return [command, entrypoint, environment, healthcheck].flatMap(textsOf)
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
