import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { AciError } from '../aci-error.ts'
import { withoutConstraint, type ServingConstraint } from '../serving-constraint.ts'

/** Hosts of the model behind a simulated aggregator: one that it verified, and one that it did not. */
export type HostKind = 'verified' | 'unverified'

export function isHostKind(name: string): name is HostKind {
  return name === 'verified' || name === 'unverified'
}

export interface ModelHosts {
  /** Bodies that each was sent, JSON text, oldest first. */
  readonly received: Readonly<Record<HostKind, readonly string[]>>
  /**
   * The host that serves a request, which is sent to it. Without the demand it is the one that nobody
   * verified: whatever an aggregator may do, it will do some day.
   * @throws {AciError} when the demand cannot be met; then neither host was sent anything
   */
  serve(request: JsonObject, constraint: ServingConstraint): HostKind
}

interface HostsOptions {
  readonly received: Readonly<Record<HostKind, string[]>>
  readonly up: readonly HostKind[]
  /** Of the verified host, as recorded now. */
  readonly sessionId: () => string
}

export function createModelHosts({ up, received, sessionId }: HostsOptions): ModelHosts {
  return {
    received,
    serve(request, { required, sessionIds }) {
      if (sessionIds.length > 0 && !sessionIds.includes(sessionId())) {
        throw new AciError(412, 'session_not_accepted', 'none of the sessions is current')
      }
      const host = !required && up.includes('unverified') ? 'unverified' : 'verified'
      if (!up.includes(host)) {
        throw new AciError(503, 'upstream_verification_failed', 'no host could be verified')
      }
      received[host].push(JSON.stringify(withoutConstraint(request)))
      return host
    },
  }
}
