import { fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { sha256Digest } from '../../digest.ts'
import type { Check } from '../../verdict.ts'
import * as composeReasons from '../../words/english/evidence/compose-reasons.ts'
import { appProblem } from './app-members.ts'
import { checkDirectServing } from './check-direct-serving.ts'
import { decidesWhatRuns, environmentProblem } from './compose-environment.ts'
import { isMembers, unknownMember } from './member-rules.ts'
import { readCompose, type Compose } from './read-compose.ts'
import { fileMembers, serviceMembers } from './service-members.ts'

export const requiredComposeChecks = [
  'policy.compose-content',
  'policy.direct-serving',
] as const satisfies readonly CheckId[]

interface ComposePolicy {
  /** Accepted files; a text that is none of them is not read. */
  readonly composeHashes: readonly string[]
  /** Names of unmeasured variables that may be taken. */
  readonly allowedEnvs: readonly string[]
  /** How the service says it serves; anything but `direct` counts as an aggregator. */
  readonly serving: string
}

/**
 * Whether the measured compose file fixes what runs, by what dstack would make of it: a pinned hash of a
 * file that takes its code from an unmeasured variable proves little. What is not understood fails.
 */
export function appraiseCompose(appCompose: string, policy: ComposePolicy): readonly Check[] {
  if (!policy.composeHashes.includes(sha256Digest(appCompose))) {
    const unread = composeReasons.notAccepted
    return requiredComposeChecks.map((id) => skip(id, unread))
  }
  const compose = readCompose(appCompose)
  if (typeof compose === 'string') return requiredComposeChecks.map((id) => fail(id, compose))
  const problem = contentProblem(compose, policy.allowedEnvs)
  return [
    problem === null ? pass('policy.compose-content') : fail('policy.compose-content', problem),
    checkDirectServing(compose, policy.serving),
  ]
}

function contentProblem(compose: Compose, accepted: readonly string[]): string | null {
  const { app, file, text, services } = compose
  const allowed = (app['allowed_envs'] ?? []) as readonly string[]
  const problem = appProblem(app) ?? variableProblem(allowed, accepted)
  if (problem !== null) return problem
  const declared = { volumes: namesOf(file['volumes']), configs: namesOf(file['configs']) }
  const unknown = unknownMember(file, fileMembers, declared)
  if (unknown !== undefined) return composeReasons.memberUnknown(unknown)
  for (const [name, service] of services) {
    if (!('image' in service)) return composeReasons.noImage(name)
    const member = unknownMember(service, serviceMembers, declared)
    if (member !== undefined) return memberProblem(name, member)
    const environment = environmentProblem(service['environment'], allowed)
    if (environment !== null) return composeReasons.ofService(name, environment)
  }
  return adminToken.test(text.replaceAll(/\\u([0-9a-f]{4})/gi, unescape))
    ? composeReasons.adminToken
    : null
}

/** The mark of an admin interface: by it, somebody can tell a service at run time where to send prompts, and no measurement shows this. */
const adminToken = /admin[-_ ]?token/i

function unescape(_all: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

function variableProblem(allowed: readonly string[], accepted: readonly string[]): string | null {
  const taken = allowed.find((name) => !accepted.includes(name))
  if (taken !== undefined) return composeReasons.unmeasured(taken)
  const deciding = allowed.find(decidesWhatRuns)
  return deciding === undefined ? null : composeReasons.deciding(deciding)
}

function memberProblem(service: string, member: string): string {
  return member === 'image'
    ? composeReasons.imageNotPinned(service)
    : composeReasons.serviceMember(member, service)
}

function namesOf(value: unknown): ReadonlySet<string> {
  return new Set(isMembers(value) ? Object.keys(value) : [])
}
