import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { firstShapeProblem, type ShapeProblem } from '#shared/json/first-shape-problem.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
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
  const value = parseStrictJson(text, source)
  const problem = firstShapeProblem(GatewayConfigSchema, value)
  if (problem !== null) throw configError(problem, source)
  const document = value as GatewayConfig
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

const kindAdvice = configProblems.others

function configError(problem: ShapeProblem, source: string): ConfigError {
  const { path } = problem
  const explained = explainMismatch(problem)
  const isKind = path[0] === 'upstreams' && path[2] === 'kind'
  const fix = explained.fix.replace(/\.$/, '') + (isKind ? kindAdvice : '')
  return new ConfigError(
    `${source} ${path.join('.') || mismatchWords.document}`,
    explained.problem,
    fix,
  )
}

function checkUnique(ids: readonly string[], setting: string): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice === undefined) return
  throw new ConfigError(setting, configProblems.twice(twice), configProblems.ownId)
}
