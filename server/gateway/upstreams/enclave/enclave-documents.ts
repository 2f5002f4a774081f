import { createSessionDocuments } from '#shared/aci/hosts/session-documents.ts'
import { askReplicas } from './ask-replicas.ts'
import type { CollateralSource } from './collateral/collateral-source.ts'
import type { Line } from './connection/lines.ts'
import type { Reach } from './reach-enclave.ts'
import { withHostCollateral } from './collateral/with-host-collateral.ts'

/** What an enclave wrote down; asked over `first`, and then of its other replicas. */
export interface EnclaveDocuments {
  receipt(id: string, first: Line | null): Promise<Uint8Array | null>
  session(id: string, first: Line | null): Promise<Uint8Array | null>
  /** The session's document with what the maker of the host's processor signed about it. */
  sessionOffer(id: string, first: Line | null): Promise<Uint8Array | null>
}

interface DocumentDeps {
  /** Path before `/aci/…`. */
  readonly prefix: string
  readonly reach: Reach<unknown>
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly collateral: CollateralSource
}

export function createEnclaveDocuments(deps: DocumentDeps): EnclaveDocuments {
  const { prefix, reach, headers, timeoutMs, collateral } = deps
  const kept = createSessionDocuments()

  function ask(path: string, first: Line | null): Promise<Uint8Array | null> {
    return askReplicas(`${prefix}${path}`, first, { reach, headers, timeoutMs })
  }

  function session(id: string, first: Line | null): Promise<Uint8Array | null> {
    return kept.get(id, () => ask(`/aci/sessions/${id}`, first))
  }

  return {
    receipt: (id, first) => ask(`/aci/receipts/${encodeURIComponent(id)}`, first),
    session,
    async sessionOffer(id, first) {
      const document = await session(id, first)
      return document && withHostCollateral(document, collateral)
    },
  }
}
