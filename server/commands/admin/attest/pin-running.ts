import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { modify, applyEdits } from 'jsonc-parser'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import { differsFrom, type MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { attestWords as words } from '#shared/words/english/programs/attest-words.ts'
import { ConfigError } from '../../../gateway/common/config-error.ts'
import type { GatewayConfig } from '../../../gateway/config/gateway-config-schema.ts'
import { parseGatewayConfig } from '../../../gateway/config/parse-gateway-config.ts'

interface PinPlace {
  /** The configuration. */
  readonly file: string
  readonly upstream: string
  /** Date of the new pins. */
  readonly at: string
  readonly source: string
  readonly say: (line: string) => void
}

/** Accepts the machines that run, where everything else about them holds. @returns the exit code @throws {ConfigError} */
export function pinRunning(judged: EvidenceVerdict, place: PinPlace): 0 | 1 {
  const { file, upstream: id, at, source, say } = place
  if (!holdsBeside(judged)) {
    say(words.unsound)
    return 1
  }
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  const { upstreams } = parseGatewayConfig(text, file)
  const index = upstreams.findIndex((each) => each.id === id)
  const before = pinsOf(upstreams[index])
  const pins = judged.running.flatMap(({ registers }) =>
    before.some((pin) => differsFrom(pin, registers).length === 0)
      ? []
      : [{ at, source, ...registers }],
  )
  if (pins.length === 0) {
    say(words.alreadyPinned)
    return 0
  }
  const path = ['upstreams', index, 'pins']
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  const edits = modify(text, path, [...before, ...pins], { formattingOptions })
  const changed = applyEdits(text, edits)
  parseGatewayConfig(changed, file)
  write(file, changed, pins)
  say(words.pinned(pins.length, file))
  return 0
}

/** Whether all that is required passed, and nothing failed but the comparison with pins. */
function holdsBeside({ checks, required, running }: EvidenceVerdict): boolean {
  const own = checks.filter(({ by, id }) => by === 'us' && id !== 'code.registers')
  const isShown = required.every((id) => own.some((check) => check.id === id))
  const isSound = own.every(({ status, id }) => status === 'pass' || !required.includes(id))
  return running.length > 0 && isShown && isSound && own.every(({ status }) => status !== 'fail')
}

function pinsOf(upstream: GatewayConfig['upstreams'][number] | undefined): readonly MachinePin[] {
  return upstream !== undefined && 'pins' in upstream ? (upstream.pins ?? []) : []
}

/** In one step, so that a gateway that reads it meanwhile gets the old file or the new one. */
function write(file: string, text: string, pins: readonly MachinePin[]): void {
  try {
    const target = realpathSync(file)
    const temporary = `${target}.${process.pid}`
    writeFileSync(temporary, text, { mode: statSync(target).mode })
    renameSync(temporary, target)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    throw new ConfigError(
      file,
      `${words.notWritable} (${code})`,
      words.addByHand(JSON.stringify(pins)),
    )
  }
}
