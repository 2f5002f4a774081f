import { findVariable } from './find-variable.ts'
import {
  closed,
  isMembers,
  listOf,
  oneOf,
  unknownMember,
  type Rule as RuleOf,
} from './member-rules.ts'

type Rule = RuleOf<Declared>

/** What a compose file declares at its top, by kind. */
interface Declared {
  readonly volumes: ReadonlySet<string>
  readonly configs: ReadonlySet<string>
}

/** Says how a container runs, by what is written there and nothing else. */
const isLiteral: Rule = (value) => !findVariable(value)
const isLiteralText: Rule = (value) => typeof value === 'string' && !findVariable(value)
const isImage: Rule = (value) =>
  typeof value === 'string' && /^[^\s@$]+@sha256:[0-9a-f]{64}$/.test(value)

/** Sockets of the guest agent, which attests; no other place of the machine is lent to a container. */
const agentSocket = /^\/(?:var\/)?run\/(?:dstack|tappd)\.sock$/
const isPath: Rule = (value) => typeof value === 'string' && /^\/[^:$]*$/.test(value)

const isMount: Rule = (value, declared) => {
  if (typeof value !== 'string') return isLongMount(value, declared)
  const [source = '', target, mode = 'rw', ...more] = value.split(':')
  if (more.length > 0 || (mode !== 'rw' && mode !== 'ro')) return false
  if (target === undefined) return isPath(source, declared)
  return isPath(target, declared) && (declared.volumes.has(source) || agentSocket.test(source))
}

const isLongMount: Rule = (value, declared) => {
  if (!isMembers(value)) return false
  const { type, source } = value
  const rules = { type: isLiteral, source: isLiteral, target: isPath, read_only: isLiteral }
  if (unknownMember(value, rules, declared) !== undefined) return false
  if (type === 'tmpfs') return source === undefined
  const from = typeof source === 'string' ? source : ''
  return type === 'bind' ? agentSocket.test(from) : type === 'volume' && declared.volumes.has(from)
}

const isConfig: Rule = (value, declared) =>
  typeof value === 'string'
    ? declared.configs.has(value)
    : closed({
        source: (source) => typeof source === 'string' && declared.configs.has(source),
        target: isPath,
        uid: isLiteral,
        gid: isLiteral,
        mode: isLiteral,
      })(value, declared)

const literalMembers =
  'command container_name cpus cpuset depends_on entrypoint expose gpus group_add healthcheck hostname init ipc labels mem_limit mem_reservation memswap_limit networks pids_limit platform ports read_only restart runtime shm_size stdin_open stop_grace_period stop_signal sysctls tmpfs tty ulimits user working_dir'

/** Members of a service whose meaning is known, and that leave open neither what runs nor where it reaches. */
export const serviceMembers: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(literalMembers.split(' ').map((name) => [name, isLiteral])),
  image: isImage,
  // Judged by `environmentProblem`.
  environment: () => true,
  pull_policy: oneOf('always', 'missing', 'if_not_present', 'never'),
  privileged: oneOf(false),
  cap_add: listOf(oneOf('IPC_LOCK', 'SYS_NICE', 'NET_BIND_SERVICE')),
  cap_drop: isLiteral,
  security_opt: listOf(oneOf('no-new-privileges', 'no-new-privileges:true')),
  logging: closed({ driver: oneOf('json-file', 'local', 'none', 'journald'), options: isLiteral }),
  deploy: closed({ resources: isLiteral }),
  volumes: listOf(isMount),
  configs: listOf(isConfig),
}

const each =
  (rule: Rule): Rule =>
  (value, declared) =>
    value === null || (isMembers(value) && Object.values(value).every((one) => rule(one, declared)))
const orNothing =
  (rule: Rule): Rule =>
  (value, declared) =>
    value === null || rule(value, declared)

/** Members at the top of a compose file whose meaning is known. */
export const fileMembers: Readonly<Record<string, Rule>> = {
  version: isLiteral,
  name: isLiteral,
  // Judged one by one.
  services: isMembers,
  volumes: each(orNothing(closed({ name: isLiteral }))),
  networks: each(
    orNothing(closed({ name: isLiteral, driver: oneOf('bridge'), internal: isLiteral })),
  ),
  configs: each(closed({ name: isLiteral, content: isLiteralText })),
}
