import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { fail } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import { FormatError } from '#shared/errors.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import type { Line } from '../enclave/connection/lines.ts'
import type { EnclaveAddress } from '../enclave/enclave-client.ts'
import { EnclaveUnverified } from '../enclave/establish-session.ts'
import { getDocument } from '../enclave/get-document.ts'
import type { BoughtProvider, GatheredEvidence } from './bought-provider.ts'
import { refusedParts } from './refused-parts.ts'

export interface EvidenceForDeps {
  readonly provider: BoughtProvider
  readonly address: EnclaveAddress
  /** What the provider is told where it ends the connections; empty where only an attested key may end them. */
  readonly credential: Readonly<Record<string, string>>
  /** Of a simulation; null for hardware. */
  readonly roots: SimulationRoots | null
  readonly nowSeconds: () => number
}

/** GPUs are asked one after the other, and the first report of a busy host takes long. */
const timeoutMs = 60_000

/**
 * What the enclave at the other end shows for a nonce, and what others signed about it: nobody has looked at it.
 * @param nonce 64 lowercase hex digits
 * @throws {EnclaveUnverified}
 */
export async function evidenceFor(
  line: Line,
  nonce: string,
  deps: EvidenceForDeps,
): Promise<ProviderEvidence> {
  const { document, instances } = await shownFor(line, nonce, deps)
  const gathered = await gatheredFor(document, nonce, deps)
  const { provider, roots } = deps
  return {
    type: 'countersign-provider-evidence/1',
    kind: provider.kind.name,
    nonce,
    fetchedAt: new Date(deps.nowSeconds() * 1000).toISOString(),
    document: textOf(document),
    peer: line.peer.spki,
    ...(instances === null ? {} : { instances: textOf(instances) }),
    ...gathered,
    ...(roots === null ? {} : { simulation_roots: roots }),
  }
}

/** Any key will do to ask: the document proves itself. */
async function shownFor(
  { dispatcher }: Line,
  nonce: string,
  { provider, address: { prefix }, credential: headers }: EvidenceForDeps,
) {
  async function get(path: string): Promise<Uint8Array> {
    const { status, bytes } = await getDocument(dispatcher, { path, headers, timeoutMs }).catch(
      (error: unknown) => {
        throw noAttestation(error)
      },
    )
    if (status !== 200) throw unreadable(enclaveReasons.attestationStatus(status))
    return bytes
  }
  try {
    return await provider.show(nonce, { prefix, get })
  } catch (error) {
    if (error instanceof FormatError) throw unreadable(`${error.code}: ${error.message}`)
    throw error
  }
}

function textOf(document: Uint8Array): string {
  try {
    return parseUtf8(document)
  } catch (error) {
    throw unreadable((error as Error).message)
  }
}

async function gatheredFor(
  document: Uint8Array,
  nonce: string,
  { provider }: EvidenceForDeps,
): Promise<GatheredEvidence> {
  try {
    return await provider.gather(document, nonce)
  } catch (error) {
    // Whoever judges the document says that it cannot be read.
    if (error instanceof FormatError) return { collateral: [] }
    throw unverified('evidence.collateral', enclaveReasons.noCollateral(reasonOf(error)))
  }
}

export function noAttestation(error: unknown): EnclaveUnverified {
  return unreadable(enclaveReasons.noAttestation(reasonOf(error)))
}

function unreadable(reason: string): EnclaveUnverified {
  return unverified('document.format', reason)
}

function unverified(id: CheckId, reason: string): EnclaveUnverified {
  return new EnclaveUnverified(refusedParts([fail(id, reason)], []))
}

/** Codes alone: a message could repeat what the other end sent. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? mismatchWords.unknownReason)
}
