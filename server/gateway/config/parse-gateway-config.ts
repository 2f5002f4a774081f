import Value from 'typebox/value'
import * as Type from 'typebox'
import { findAdapter, upstreamAdapters } from '../upstreams/upstream-registry.ts'
import { ConfigError } from '../common/config-error.ts'
import { explainMismatch } from './explain-mismatch.ts'
import { GatewayConfigSchema, type GatewayConfig } from './gateway-config-schema.ts'
import { parseStrictJson } from './parse-strict-json.ts'

/**
 * @param text the file's content
 * @param source the file's path, for messages
 * @throws {ConfigError} names the member, the problem and the fix. What may be a key is never repeated.
 */
export function parseGatewayConfig(text: string, source: string): GatewayConfig {
  const document = parseStrictJson(text, source)
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

const where =
  'server/README.md and server/gateway/config/gateway.config.schema.json say what may stand there'

function firstProblem(document: unknown, source: string): ConfigError {
  const known = explainMismatch(document, GatewayConfigSchema, schemaOfKind)
  if (known !== null) {
    const member = known.path.join('.') || 'the document'
    return new ConfigError(`${source} ${member}`, known.problem, known.fix.replace(/\.$/, ''))
  }
  const [problem] = Value.Errors(GatewayConfigSchema, document)
  const member = problem?.instancePath.replaceAll('/', '.').slice(1) || 'the document'
  return new ConfigError(`${source} ${member}`, problem?.message ?? 'is not valid', where)
}

/** An upstream of a kind has that kind's members; one of an unknown kind is told which kinds there are. */
function schemaOfKind(upstream: unknown, path: readonly (string | number)[]): object | null {
  if (path[0] !== 'upstreams' || path.length !== 2) return null
  const kind: unknown = (upstream as { kind?: unknown } | null)?.kind
  return findAdapter(kind)?.schema ?? AnyKindSchema
}

const AnyKindSchema = Type.Object({
  kind: Type.Enum(
    upstreamAdapters.map(({ kind }) => kind),
    { advice: '. Ollama, vLLM, OpenRouter and others that speak OpenAI’s API are "openai"' },
  ),
})

function checkUnique(ids: readonly string[], setting: string): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice === undefined) return
  throw new ConfigError(setting, `"${twice}" stands there twice`, 'Give each its own id')
}
