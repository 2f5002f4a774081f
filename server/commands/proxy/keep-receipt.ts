import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDisclosure } from '#shared/disclosure/make-disclosure.ts'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'
import type { ServedEnd } from '#shared/exchange/serve-exchange.ts'
import { enclaveMembers } from '#shared/judge/chain-subject.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/**
 * Keeps each receipt as a disclosure of what was encrypted: nothing in it can be read without the client's key.
 * @returns why it could not be kept, for the user: the answer is as good as without it; null where it was
 */
export type KeepReceipt = (exchange: OpenExchange, end: ServedEnd) => string | null

/** @throws {ConfigError} when nothing can be written there */
export function createReceiptFolder(folder: string): KeepReceipt {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code = words.unknownReason } = error as NodeJS.ErrnoException
    throw new ConfigError('--receipts', words.folderFailed(code), words.folderFix)
  }
  return ({ sealed }, { svc, wireAnswer }) => {
    if (svc === null) return null
    const disclosure = {
      ...makeDisclosure(svc, {
        messages: sealed.wirePrompt,
        ...(wireAnswer === null ? {} : { message: wireAnswer }),
      }),
      ...enclaveMembers({ svc }),
    }
    const { receipt } = svc
    const time = receipt.body.issuedAt.replaceAll(/[:.]/g, '-')
    const path = join(folder, `${time}-${receipt.digest.slice(0, 16)}.json`)
    try {
      writeFileSync(path, `${JSON.stringify(disclosure, null, 2)}\n`, { mode: 0o600 })
      return null
    } catch (error) {
      const { code = words.unknownReason } = error as NodeJS.ErrnoException
      return words.notKept(code)
    }
  }
}
