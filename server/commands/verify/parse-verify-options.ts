import { parseArgs } from 'node:util'
import type { CommitmentSide } from '#shared/judge/judge-subject.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

export interface VerifyOptions {
  /** Path of the file, or `-` for the standard input. */
  readonly file: string
  /** Gateway whose signer is asked for; null when an address is given. */
  readonly gateway: string | null
  /** `0x` and 40 hex digits. */
  readonly signer: string | null
  /** File with the messages of the request, as JSON. */
  readonly messages: string | null
  /** Salt of the prompt, for a receipt that comes without one. */
  readonly promptSalt: string | null
  /** File with the enclave's evidence, `countersign-evidence/1`. */
  readonly evidence: string | null
  /** File with what a hardware enclave must measure to. */
  readonly referenceValues: string | null
  readonly simulation: 'reject' | 'accept-in-development'
  /** Which answer of a file with several, from 1; null for each of them. */
  readonly answer: number | null
  /** Sides of the exchange that the file has to hold. */
  readonly needs: readonly CommitmentSide[]
  readonly output: VerifyOutput
}

/** `verdict`: what is said of the answer; the others have each check below it. */
export type VerifyOutput = 'verdict' | 'checks' | 'json'

/** @throws {ConfigError} */
export function parseVerifyOptions(args: readonly string[]): VerifyOptions | 'help' {
  const { values, positionals } = read(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) {
    throw new ConfigError('<file>', words.oneFile, words.oneFileFix)
  }
  const { signer, gateway } = values
  if (signer !== undefined && !/^0x[0-9a-f]{40}$/i.test(signer)) {
    throw new ConfigError('--signer', words.notAddress, words.notAddressFix)
  }
  if (signer !== undefined && gateway !== undefined) {
    throw new ConfigError('--signer', words.bothGiven, words.bothGivenFix)
  }
  if (values.answer !== undefined && !/^[1-9]\d{0,3}$/.test(values.answer)) {
    throw new ConfigError('--answer', words.notNumber, words.countFromOne)
  }
  return {
    file,
    gateway: gateway ?? null,
    signer: signer?.toLowerCase() ?? null,
    messages: values.messages ?? null,
    promptSalt: values['prompt-salt'] ?? null,
    evidence: values.evidence ?? null,
    referenceValues: values['reference-values'] ?? null,
    simulation: values.development ? 'accept-in-development' : 'reject',
    answer: values.answer === undefined ? null : Number(values.answer),
    needs: parseNeeds(values.require),
    output: outputOf(values),
  }
}

const sides: Readonly<Record<string, CommitmentSide>> = { question: 'prompt', answer: 'response' }

/** @param text `question`, `answer` or both, parted by a comma */
function parseNeeds(text = ''): readonly CommitmentSide[] {
  return text.split(',').flatMap((name) => {
    if (name === '') return []
    const side = sides[name]
    if (side === undefined) {
      throw new ConfigError('--require', words.unknownSide(name), words.unknownSideFix)
    }
    return [side]
  })
}

function outputOf(values: ReturnType<typeof read>['values']): VerifyOutput {
  if (values.json) return 'json'
  return values.verbose ? 'checks' : 'verdict'
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        gateway: { type: 'string' },
        signer: { type: 'string' },
        messages: { type: 'string' },
        'prompt-salt': { type: 'string' },
        evidence: { type: 'string' },
        'reference-values': { type: 'string' },
        answer: { type: 'string' },
        development: { type: 'boolean' },
        require: { type: 'string' },
        verbose: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new ConfigError(words.options, (error as Error).message, words.seeHelp)
  }
}
