import * as composeReasons from '../../words/english/evidence/compose-reasons.ts'
import { closed, listOf, oneOf, unknownMember, type Members, type Rule } from './member-rules.ts'

const isText: Rule = (value) => typeof value === 'string'
const isNumber: Rule = (value) => typeof value === 'number'
const isSwitch: Rule = (value) => typeof value === 'boolean'
const isAbsent = oneOf(null, '')

const gpuPolicy = closed({
  attest_gpu: oneOf(true),
  allow_devtools: oneOf(false),
  allow_debug: oneOf(false),
  allow_insecure_boot: oneOf(false),
  rego: isText,
})

/** Members of an app-compose file that dstack gives a meaning to, and the values that are understood here. */
const appMembers: Readonly<Record<string, Rule>> = {
  manifest_version: oneOf(1, 2, '1', '2', '3'),
  name: isText,
  features: listOf(oneOf('kms', 'tproxy-net')),
  runner: oneOf('docker-compose'),
  docker_compose_file: isText,
  docker_config: (value) => value === null || closed({})(value, undefined),
  init_script: isAbsent,
  pre_launch_script: isAbsent,
  bash_script: isAbsent,
  kms_enabled: oneOf(true),
  key_provider: oneOf('kms', null),
  key_provider_id: isText,
  local_key_provider_enabled: oneOf(false),
  gateway_enabled: isSwitch,
  tproxy_enabled: isSwitch,
  public_logs: oneOf(false),
  public_sysinfo: oneOf(false),
  public_tcbinfo: isSwitch,
  allowed_envs: listOf(isText),
  no_instance_id: isSwitch,
  secure_time: isSwitch,
  storage_fs: oneOf('zfs', 'ext4', null),
  swap_size: (value) => typeof value === 'number' || typeof value === 'string',
  event_log_version: oneOf(1, 2),
  port_policy: closed({
    restrict_mode: isSwitch,
    ports: listOf(closed({ port: isNumber, pp: isSwitch })),
  }),
  requirements: closed({
    os_version: isText,
    platforms: listOf(isText),
    tdx_measure_acpi_tables: isSwitch,
    launch_token_hash: isText,
    gpu_policy: gpuPolicy,
  }),
}

/** Without them dstack would choose what is not accepted here. */
const neededMembers = ['runner', 'kms_enabled', 'public_logs', 'public_sysinfo'] as const

/** Why an app-compose file starts more than its containers, or exposes what they do; null if it does neither. */
export function appProblem(app: Members): string | null {
  const unknown = unknownMember(app, appMembers, undefined)
  if (unknown !== undefined) return composeReasons.memberUnknown(unknown)
  const missing = neededMembers.find((name) => !Object.hasOwn(app, name))
  return missing === undefined ? null : composeReasons.memberMissing(missing)
}
