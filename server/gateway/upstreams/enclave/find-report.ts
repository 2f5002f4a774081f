import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { tlsKeysFor, type AciDigest } from '#shared/aci/parse-keyset.ts'
import type { AttestedSessions } from './attested-sessions.ts'
import type { AttestedSession } from './establish-session.ts'
import { fetchReport, type EnclaveAddress } from './enclave-client.ts'
import type { Line, Lines } from './connection/lines.ts'

interface FindDeps {
  readonly address: EnclaveAddress
  readonly lines: Lines
  readonly sessions: AttestedSessions<AttestedSession>
  readonly timeoutMs: number
}

interface Wanted {
  /** 64 lowercase hex digits, of whoever will judge the report. */
  readonly nonce: string
  /** The replica that is meant; null for any. */
  readonly keyset: AciDigest | null
}

/** Connections that are opened to meet one replica, and quotes that are asked for whoever judges them. */
const mostConnections = 16
const mostReports = 6

/**
 * The report of the replica with this keyset, or of another one where it is not met: whoever asked judges
 * it, whichever it is.
 * @throws {Error} when there is none
 */
export async function findReport({ nonce, keyset }: Wanted, deps: FindDeps): Promise<Uint8Array> {
  const { address, lines, sessions, timeoutMs } = deps
  const keys = keyset === null ? [] : tlsKeysOf(keyset)
  let reports = 0
  let last: Uint8Array | null = null
  for (let count = 1; count <= mostConnections; count += 1) {
    const line = (keys.length > 0 && lines.idle(isMeant)) || (await lines.open())
    const isLast = count === mostConnections && last === null
    if (keys.length > 0 && !isMeant(line.peer) && !isLast) {
      line.release()
      continue
    }
    last = await ask(line)
    reports += 1
    if (keyset === null || restatedDigest(last) === keyset || reports >= mostReports) break
  }
  if (last === null) throw new Error('no connection was used')
  return last

  function isMeant({ spki }: Line['peer']): boolean {
    return spki !== null && keys.includes(spki)
  }

  function tlsKeysOf(digest: AciDigest): readonly string[] {
    const known = sessions.all().find(({ enclave }) => enclave.digest === digest)
    return known ? tlsKeysFor(known.enclave.keyset, address.host) : []
  }

  function isKnown(digest: unknown): boolean {
    return sessions.all().some(({ enclave }) => enclave.digest === digest)
  }

  async function ask(line: Line): Promise<Uint8Array> {
    try {
      const report = await fetchReport({ line, address, nonce, timeoutMs })
      // Whoever asked will encrypt to it, and only to one that is verified here is anything relayed.
      if (!isKnown(restatedDigest(report))) await sessions.attest(line).catch(() => {})
      return report
    } finally {
      line.release()
    }
  }
}

/** What the report says of its keyset; enough to look on, and nothing that is believed. */
function restatedDigest(report: Uint8Array): unknown {
  try {
    return (JSON.parse(parseUtf8(report)) as { workload_keyset_digest?: unknown })
      .workload_keyset_digest
  } catch {
    return null
  }
}
