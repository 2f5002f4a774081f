import * as Type from 'typebox'
import { parse as parseYaml } from 'yaml'
import { parseUtf8, utf8ToBytes } from '../bytes.ts'
import { checkShape } from '../check-shape.ts'
import { fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { OpenObject } from '../open-object.ts'
import type { Check } from '../verdict.ts'

export const requiredComposeChecks = [
  'policy.compose-content',
  'policy.direct-serving',
] as const satisfies readonly CheckId[]

interface ComposePolicy {
  /** Names of unmeasured variables that may be taken. */
  readonly allowedEnvs: readonly string[]
  /** How the service says it serves; anything but `direct` counts as an aggregator. */
  readonly serving: string
}

/**
 * Whether the measured compose file fixes what runs: a pinned hash of a file that takes its code from
 * an unmeasured variable proves little (aci-upstream.md section 4.6).
 */
export function appraiseCompose(appCompose: string, policy: ComposePolicy): readonly Check[] {
  const compose = readCompose(appCompose)
  if (typeof compose === 'string') {
    return [fail('policy.compose-content', compose), fail('policy.direct-serving', compose)]
  }
  const problem = contentProblem(compose, policy.allowedEnvs)
  return [
    problem === null ? pass('policy.compose-content') : fail('policy.compose-content', problem),
    checkDirect(compose, policy.serving),
  ]
}

const AppComposeSchema = Type.Object({
  docker_compose_file: Type.String(),
  kms_enabled: Type.Optional(Type.Boolean()),
  public_logs: Type.Optional(Type.Boolean()),
  public_sysinfo: Type.Optional(Type.Boolean()),
  allowed_envs: Type.Optional(Type.Array(Type.String())),
  pre_launch_script: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

interface Compose {
  readonly file: ReturnType<typeof parseApp>
  /** The docker compose document. */
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly text: string
}

function parseApp(appCompose: string) {
  const { value } = parseJsonObject(utf8ToBytes(appCompose), parseUtf8)
  return checkShape(value, {
    schema: AppComposeSchema,
    code: 'REPORT_MALFORMED',
    name: 'app_compose',
  })
}

const ServicesSchema = Type.Object({
  services: Type.Unsafe<Readonly<Record<string, Readonly<Record<string, unknown>>>>>({
    type: 'object',
    additionalProperties: OpenObject,
    minProperties: 1,
  }),
})

function readCompose(appCompose: string): Compose | string {
  try {
    const file = parseApp(appCompose)
    const text = file.docker_compose_file
    const document: unknown = parseYaml(text, { maxAliasCount: 0, uniqueKeys: true })
    const { services } = checkShape(document, {
      schema: ServicesSchema,
      code: 'REPORT_MALFORMED',
      name: 'docker_compose_file',
    })
    return { file, services, text }
  } catch (error) {
    return error instanceof FormatError ? error.message : 'docker_compose_file is not YAML'
  }
}

const pinnedImage = /^[^\s@$]+@sha256:[0-9a-f]{64}$/

function contentProblem(
  { file, services, text }: Compose,
  allowed: readonly string[],
): string | null {
  if (file.kms_enabled !== true) return 'kms_enabled is not true'
  if (file.public_logs !== false) return 'public_logs is not false'
  if (file.public_sysinfo !== false) return 'public_sysinfo is not false'
  if (file.pre_launch_script) return 'it runs a pre_launch_script'
  const taken = (file.allowed_envs ?? []).find((name) => !allowed.includes(name))
  if (taken !== undefined) return `it takes the unmeasured variable ${taken}`
  for (const [name, service] of Object.entries(services)) {
    const { image } = service
    if (typeof image !== 'string' || !pinnedImage.test(image)) {
      return `the image of service "${name}" is not pinned by its digest`
    }
    for (const member of ['build', 'extends', 'env_file']) {
      if (member in service) return `service "${name}" has "${member}", which is not measured`
    }
  }
  // A doubled dollar sign is Docker's way to write one.
  const variable = /\$(?:\{|[A-Za-z_])/.exec(text.replaceAll('$$', ''))
  if (variable) return 'it substitutes a variable, whose value is not measured'
  return /admin_token/i.test(text) ? 'it has an admin_token: upstreams can be changed unseen' : null
}

const url = /\bhttps?:\/\/([^\s/:"'\\]+)/g

/** A service that says it is the model's host must not name another one in its measured file. */
function checkDirect({ services, text }: Compose, serving: string): Check {
  const id = 'policy.direct-serving'
  if (serving !== 'direct') return pass(id, 'an aggregator: its receipt must say who served')
  const own = new Set([...Object.keys(services), 'localhost', '127.0.0.1', '0.0.0.0'])
  const hosts = [...text.matchAll(url)].map(([, host = '']) => host)
  const other = hosts.find((host) => !own.has(host))
  if (other !== undefined)
    return fail(id, `it says that it serves itself, and names the host ${other}`)
  return hosts.length > 0 ? pass(id) : skip(id, 'the compose file names no model host')
}
