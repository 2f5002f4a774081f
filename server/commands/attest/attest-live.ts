import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import { readAll } from '#shared/bytes/read-limited.ts'
import { sha256Digest } from '#shared/digest.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { createInTurn } from '../../gateway/common/in-turn.ts'
import { createLogger } from '../../gateway/common/safe-logger.ts'
import { CallFailed, type Upstream } from '../../gateway/common/upstream.ts'
import { readGatewayConfig } from '../../gateway/config/load-config.ts'
import { parseEnvironment } from '../../gateway/config/parse-environment.ts'
import { EnclaveUnverified } from '../../gateway/upstreams/enclave/establish-session.ts'
import { createUpstream } from '../../gateway/upstreams/upstream-registry.ts'
import { judgedExit, judgedLines } from './print-judged.ts'

interface LiveOptions {
  /** Id of an upstream in the configuration. */
  readonly upstream: string
  /** Null: the file that the gateway itself would read. */
  readonly config: string | null
  /** Where the evidence is written, judged or not; null for nowhere. */
  readonly record: string | null
  /** Whether one question is asked, with the operator's key. */
  readonly ask: boolean
  readonly variables: Readonly<Record<string, string | undefined>>
}

interface Outcome {
  readonly lines: readonly string[]
  /** 0 when all holds, 1 when something failed, 2 when something is missing. */
  readonly exit: 0 | 1 | 2
}

const answerBytes = 1024 * 1024
const question = 'Answer with the word yes.'

/**
 * Meets an enclave as the gateway does, and shows every check. The evidence that is written has no key and no question in it.
 * @throws {ConfigError} for an upstream that the configuration does not have, or that is none of these
 */
export async function attestLive(options: LiveOptions): Promise<Outcome> {
  const { upstream, model } = await openConfigured(options)
  try {
    const attest = upstream.enclave?.attest ?? null
    if (attest === null) throw notBought(options.upstream)
    const { evidence, judged } = await attest()
    if (options.record !== null) writeFileSync(options.record, JSON.stringify(evidence))
    const recording = { evidenceKind: evidence.kind, ...withPeer(judged) }
    const shown = judgedLines(recording)
    const exit = judgedExit(recording)
    if (exit !== 0 || !options.ask) return { lines: shown, exit }
    return { lines: [...shown, ...(await ask(upstream, model))], exit: 0 }
  } catch (error) {
    return refused(error)
  } finally {
    await upstream.close()
  }
}

/** If there is a connection, its key is required, too. */
function withPeer(judged: EvidenceVerdict): EvidenceVerdict {
  const id = 'channel.peer'
  const isProven = judged.checks.some((check) => check.id === id && check.status === 'pass')
  if (judged.kind !== 'verified' || isProven) return judged
  return { ...judged, kind: 'incomplete', missing: [id] }
}

async function openConfigured({ upstream: id, config: path, variables }: LiveOptions) {
  const environment = parseEnvironment(variables)
  const config = await readGatewayConfig(path ?? environment.configPath)
  const found = config?.upstreams.find((each) => each.id === id)
  const [model] = Object.values(found?.models ?? {})
  if (found === undefined || model === undefined) {
    throw new ConfigError(
      '--live',
      `the configuration has no upstream "${id}"`,
      'Name one by its id',
    )
  }
  const upstream = createUpstream(found, {
    variables,
    dataDir: environment.dataDir,
    monotonicMs: () => performance.now(),
    nowSeconds: () => Math.floor(Date.now() / 1000),
    logger: createLogger('silent'),
    answerBytes,
    inTurn: createInTurn(),
    evidence: { keep: (text) => Promise.resolve(sha256Digest(text)) },
  })
  return { upstream, model }
}

/** One question over the verified connection, and what proves its answer. @throws {CallFailed} */
async function ask(upstream: Upstream, model: string): Promise<readonly string[]> {
  const messages = [{ role: 'user', content: question }]
  const body = utf8ToBytes(JSON.stringify({ model, messages, max_tokens: 16 }))
  const request = { dialect: 'chat', body, delivery: 'buffered' } as const
  const answer = await upstream.send(request, new AbortController().signal)
  await readAll(answer.body)
  const { status } = answer.head
  if (status !== 200 || answer.proof === null) {
    return [`○ the answer came with status ${status}, and nothing proves it`]
  }
  const { verifiedBy, receipt, verdict } = await answer.proof()
  const signed = receipt === null ? 'bound by its connection' : 'signed by the enclave'
  return [`✓ an answer of ${verifiedBy}, ${signed}, by ${verdict.checks.length} checks`]
}

function refused(error: unknown): Outcome {
  const failure = error instanceof CallFailed ? error.failure : null
  const checks =
    error instanceof EnclaveUnverified
      ? error.checks
      : failure?.kind === 'unverified'
        ? failure.checks
        : null
  if (checks !== null)
    return { lines: checks.map(({ id, reason }) => `✗ ${id}: ${reason}`), exit: 1 }
  if (failure !== null) return { lines: [`✗ the answer: ${failure.kind}`], exit: 1 }
  throw error
}

function notBought(id: string): ConfigError {
  return new ConfigError(
    '--live',
    `upstream "${id}" is no enclave of a provider with a protocol of its own`,
    'Name one of kind near or tinfoil',
  )
}
