import * as composeReasons from '../../words/english/evidence/compose-reasons.ts'
import { findVariable } from './find-variable.ts'
import { isMembers } from './member-rules.ts'

interface Entry {
  readonly name: string
  /** As written, or null where the container gets the variable of its own name. */
  readonly value: string | null
}

/** Names by which a shell, a loader, a proxy or a tool is told what to run, or from where. */
const toolName =
  /^(?:PATH|HOME|SHELL|IFS|ENV|PS4|CDPATH|TMPDIR|CLASSPATH|LIBRARY_PATH|PCCS_URL|APP_COMPOSE_FILE|PROMPT_COMMAND|GLOBIGNORE|SHELLOPTS|NOTIFY_SOCKET|.*_PROXY)$|^(?:_?JAVA|BASH|BUILDKIT|BUILDX|CARGO|COMPOSE|CONTAINERD|DOCKER|DYLD|GIT|GLIBC|JDK|LD|MALLOC|NERDCTL|NODE|NPM|OPENSSL|PERL|PIP|RUBY|RUSTC?|SSH|SSL|SYSTEMD|XDG)_|^PYTHON|^PERL5|^RUBY|^GODEBUG$/i

/** Words by which an image's own start is told which code to run. */
const codeWord =
  /(?:^|_)(?:ARGS?|BRANCH|CMD|COMMAND|COMMIT|DIGEST|ENTRYPOINT|FLAGS|IMAGE|MODULES?|OPTIONS|OPTS|PLUGINS?|REPO|REPOSITORY|REVISION|SCRIPT)(?:_|$)/i

/** Whether a value of this name decides what runs, so that it cannot be mere data. */
export function decidesWhatRuns(name: string): boolean {
  return toolName.test(name) || codeWord.test(name)
}

/**
 * Why the environment of a service says more than is measured, or null. It may take a variable that is
 * allowed as a whole value, where it is data: part of a text it could be more than its place.
 */
export function environmentProblem(
  environment: unknown,
  allowed: readonly string[],
): string | null {
  const entries = readEnvironment(environment)
  if (entries === null) return composeReasons.environmentUnknown
  for (const entry of entries) {
    const taken = variableOf(entry)
    if (taken === null) {
      if (!findVariable(entry.value)) continue
      return composeReasons.notJustVariable(entry.name)
    }
    if (!allowed.includes(taken)) return composeReasons.notAllowed(entry.name, taken)
    if (decidesWhatRuns(entry.name)) return composeReasons.notMeasured(entry.name)
  }
  return null
}

/** Names of variables whose values are taken. */
export function takenVariables(environment: unknown): readonly string[] {
  return (readEnvironment(environment) ?? []).flatMap((entry) => variableOf(entry) ?? [])
}

const entryName = /^[A-Za-z_][\w.-]*$/

function readEnvironment(environment: unknown): readonly Entry[] | null {
  if (environment === undefined) return []
  const entries = Array.isArray(environment)
    ? environment.map(entryOfText)
    : isMembers(environment)
      ? Object.entries(environment).map(([name, value]) => entryOf(name, value))
      : [null]
  const read = entries.filter((entry) => entry !== null && entryName.test(entry.name)) as Entry[]
  return read.length === entries.length ? read : null
}

function entryOfText(text: unknown): Entry | null {
  if (typeof text !== 'string') return null
  const at = text.indexOf('=')
  return at < 0
    ? { name: text, value: null }
    : { name: text.slice(0, at), value: text.slice(at + 1) }
}

function entryOf(name: string, value: unknown): Entry | null {
  if (value === null) return { name, value: null }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { name, value: `${value}` }
    : null
}

/** Forms of a whole value: `$A`, `${A}`, with a default, with an error where it is missing. */
const wholeVariable = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[?-][^${}]*)?\})$/

function variableOf({ name, value }: Entry): string | null {
  if (value === null) return name
  const match = wholeVariable.exec(value)
  return match ? (match[1] ?? match[2] ?? null) : null
}
