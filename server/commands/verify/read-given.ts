import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

/** The bytes of a file that the reader named. @throws {ConfigError} */
export function readGiven(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? words.unknownReason
    throw new ConfigError(path, words.unreadable(reason), words.unreadableFix)
  }
}

/** The same, where `-` is the standard input. @throws {ConfigError} */
export async function readGivenOrStdin(path: string): Promise<Uint8Array> {
  return path === '-' ? new Uint8Array(await buffer(process.stdin)) : readGiven(path)
}
