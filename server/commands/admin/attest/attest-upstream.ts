import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import type { CheckId } from '#shared/claims.ts'
import { sha256Digest } from '#shared/digest.ts'
import { attestWords as words } from '#shared/words/english/programs/attest-words.ts'
import { createInTurn } from '../../../gateway/common/in-turn.ts'
import { createLogger } from '../../../gateway/common/safe-logger.ts'
import type { Upstream, UpstreamEnclave } from '../../../gateway/common/upstream.ts'
import { readGatewayConfig } from '../../../gateway/config/load-config.ts'
import { parseEnvironment } from '../../../gateway/config/parse-environment.ts'
import { EnclaveUnverified } from '../../../gateway/upstreams/enclave/establish-session.ts'
import { createUpstream } from '../../../gateway/upstreams/upstream-registry.ts'
import { judgedLines } from '../../attest/print-judged.ts'
import type { AdminDeps } from '../admin-deps.ts'
import { UsageError } from '../usage-error.ts'
import { askOnce } from './ask-once.ts'
import { comparedLines } from './compare-pinned.ts'
import { pinRunning } from './pin-running.ts'

interface AttestOptions {
  /** Id of an upstream in the configuration. */
  readonly upstream: string
  /** Of the catalogue; null for the first that the upstream serves. */
  readonly model: string | null
  /** Whether what runs is pinned, where all else holds. */
  readonly pin: boolean
  /** Whether two questions are asked, with the operator's key. */
  readonly ask: boolean
  /** Where the evidence is written, verified or not; null for nowhere. */
  readonly record: string | null
}

const answerBytes = 1024 * 1024

/**
 * Meets an enclave as the gateway does, and shows every check, what runs there, and what is pinned.
 * @returns the exit code: 1 where something does not hold
 * @throws {UsageError} for an upstream that the configuration does not have, or that is no enclave; {ConfigError}
 */
export async function attestUpstream(options: AttestOptions, deps: AdminDeps): Promise<0 | 1> {
  const { upstream, model, file, address } = await openConfigured(options, deps)
  const { say } = deps
  try {
    const { enclave } = upstream
    if (enclave === null) throw new UsageError(words.noEnclave(options.upstream))
    if (options.pin && enclave.pinned.by !== 'machines') {
      throw new UsageError(words.cannotPin(options.upstream))
    }
    const judged = await show(enclave, options, say)
    if (options.pin) {
      const at = deps.now().toISOString().slice(0, 10)
      const source = words.measuredAt(address)
      return pinRunning(judged, { file, upstream: options.upstream, at, source, say })
    }
    if (judged.kind !== 'verified') return 1
    return options.ask ? await askOnce(upstream, model, say) : 0
  } catch (error) {
    if (!(error instanceof EnclaveUnverified)) throw error
    for (const { id, reason } of error.checks) say(`✗ ${id}: ${reason}`)
    return 1
  } finally {
    await upstream.close()
  }
}

/** @throws {EnclaveUnverified} for what cannot be had */
async function show(
  enclave: UpstreamEnclave,
  { record }: AttestOptions,
  say: AdminDeps['say'],
): Promise<EvidenceVerdict> {
  const { evidence, judged, beside } = await enclave.attest()
  const found = withRequired(judged, beside)
  for (const line of judgedLines({ evidenceKind: evidence?.kind ?? 'aci', ...found })) say(line)
  for (const line of comparedLines(enclave.pinned, found.running)) say(line)
  if (record !== null && evidence !== null) writeFileSync(record, JSON.stringify(evidence))
  if (record !== null) say(evidence === null ? words.nothingToRecord : words.recorded(record))
  return found
}

/** What the gateway requires of an enclave that it meets: of one behind TLS the key of the connection, too. */
function withRequired(judged: EvidenceVerdict, beside: readonly CheckId[]): EvidenceVerdict {
  const passed = judged.checks.flatMap(({ id, status }) => (status === 'pass' ? [id] : []))
  const missing = beside.filter((id) => !passed.includes(id))
  if (judged.kind !== 'verified' || missing.length === 0) return judged
  return { ...judged, kind: 'incomplete', missing }
}

async function openConfigured(
  { upstream: id, model }: AttestOptions,
  { variables, now }: AdminDeps,
): Promise<{ upstream: Upstream; model: string; file: string; address: string }> {
  const environment = parseEnvironment(variables)
  const config = await readGatewayConfig(environment.configPath)
  const found = config?.upstreams.find((each) => each.id === id)
  if (found === undefined) throw new UsageError(words.noUpstream(id))
  const asked = found.models[model ?? Object.keys(found.models)[0] ?? '']
  if (asked === undefined) {
    throw new UsageError(words.noModel(id, Object.keys(found.models).join(', ')))
  }
  const upstream = createUpstream(found, {
    variables,
    dataDir: environment.dataDir,
    monotonicMs: () => performance.now(),
    nowSeconds: () => Math.floor(now().getTime() / 1000),
    logger: createLogger('silent'),
    answerBytes,
    inTurn: createInTurn(),
    evidence: { keep: (text) => Promise.resolve(sha256Digest(text)) },
  })
  const file = environment.configPath ?? './gateway.config.json'
  return { upstream, model: asked, file, address: found.base_url }
}
