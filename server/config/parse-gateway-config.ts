import * as Type from 'typebox'
import Value from 'typebox/value'
import { findAdapter, upstreamAdapters } from '../upstream-registry.ts'
import { ConfigError } from './config-error.ts'
import { GatewayConfigSchema, type GatewayConfig } from './gateway-config-schema.ts'

/**
 * @param text the file's content
 * @param source the file's path, for messages
 * @throws {ConfigError} names the member, the problem and the fix. Values are never repeated: the
 * file holds upstream keys.
 */
export function parseGatewayConfig(text: string, source: string): GatewayConfig {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new ConfigError(source, 'is not JSON', 'Look for a missing comma, quote or brace')
  }
  if (!Value.Check(GatewayConfigSchema, document)) throw firstProblem(document, source)
  checkUnique(
    document.upstreams.map(({ id }) => id),
    `${source} upstreams`,
  )
  checkUnique(
    (document.models ?? []).map(({ id }) => id),
    `${source} models`,
  )
  checkUnique(
    (document.plans ?? []).map(({ id }) => id),
    `${source} plans`,
  )
  return document
}

function firstProblem(document: unknown, source: string): ConfigError {
  const [problem] = upstreamProblems(document) ?? Value.Errors(GatewayConfigSchema, document)
  const member = problem?.instancePath.replaceAll('/', '.').slice(1) || 'the document'
  return new ConfigError(
    `${source} ${member}`,
    `${problem?.message ?? 'is not valid'}${particulars(problem)}`,
    'See server/README.md and server/config/gateway.config.schema.json for what may stand there',
  )
}

type Problem = ReturnType<typeof Value.Errors>[number]

/** A union's own error says only that no branch matched: report the branch that `kind` chose. */
function upstreamProblems(document: unknown): readonly Problem[] | undefined {
  const upstreams = (document as { upstreams?: unknown } | null)?.upstreams
  if (!Array.isArray(upstreams)) return undefined
  for (const [index, upstream] of upstreams.entries()) {
    const kind: unknown = (upstream as { kind?: unknown } | null)?.kind
    const problems = Value.Errors(findAdapter(kind)?.schema ?? AnyKindSchema, upstream)
    if (problems.length === 0) continue
    return problems.map((problem) => ({
      ...problem,
      instancePath: `/upstreams/${index}${problem.instancePath}`,
    }))
  }
  return undefined
}

const AnyKindSchema = Type.Object({ kind: Type.Enum(upstreamAdapters.map(({ kind }) => kind)) })

/** Names of the file's own, or words that may stand there: never a value of the file. */
function particulars(problem: Problem | undefined): string {
  switch (problem?.keyword) {
    case 'additionalProperties':
      return `: ${problem.params.additionalProperties.join(', ')}`
    case 'enum':
      return `: ${problem.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
    default:
      return ''
  }
}

function checkUnique(ids: readonly string[], setting: string): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice === undefined) return
  throw new ConfigError(setting, `"${twice}" stands there twice`, 'Give each its own id')
}
