import { ConfigError } from '../../gateway/common/config-error.ts'
import type { FileOpenings, Judged } from './judge-file.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

/**
 * The answer that is spoken of alone; null for each of several.
 * @param number as its reader counts, from 1
 * @throws {ConfigError} where what belongs to one answer is given for several
 */
export function chooseAnswer(
  answers: readonly Judged[],
  number: number | null,
  { messages, promptSalt, asked, enclave }: FileOpenings,
): Judged | null {
  const ofOne = [messages, promptSalt, asked, enclave].some((each) => each !== undefined)
  if (number === null && answers.length > 1 && ofOne) {
    throw new ConfigError('--answer', words.whichAnswer(answers.length), words.whichAnswerFix)
  }
  if (number === null && answers.length > 1) return null
  const chosen = answers[(number ?? 1) - 1]
  if (chosen !== undefined) return chosen
  throw new ConfigError('--answer', words.outOfRange(number, answers.length), words.countFromOne)
}
