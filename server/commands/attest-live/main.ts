import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { liveWords as words } from '#shared/words/english/programs/live-words.ts'
import { processDeps } from '../admin/process-deps.ts'
import { listedKinds, providerLists } from '../admin/models/provider-lists.ts'
import { keepStatus } from '../keep-status.ts'
import { attestLive } from './attest-live.ts'

// The process. It sends each provider's key to that provider's host, after the host was verified.

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      near: { type: 'string' },
      tinfoil: { type: 'string' },
      venice: { type: 'string' },
      chutes: { type: 'string' },
      model: { type: 'string' },
      out: { type: 'string', default: '.' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const kinds = listedKinds.filter((kind) => values[kind] !== undefined)
  if (kinds.length === 0 || values.help === true) {
    processDeps.say(words.usage)
    return values.help === true ? 0 : 2
  }
  mkdirSync(values.out, { recursive: true })
  const configFolder = mkdtempSync(join(tmpdir(), 'countersign-attest-'))
  let exit = 0
  try {
    for (const kind of kinds) {
      const provider = {
        kind,
        list: providerLists[kind](),
        key: values[kind] ?? '',
        model: values.model ?? null,
      }
      exit = Math.max(
        exit,
        await attestLive(provider, { ...processDeps, folder: values.out, configFolder }),
      )
    }
  } finally {
    rmSync(configFolder, { recursive: true })
  }
  return exit
}

keepStatus()
try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof TypeError && 'code' in error)) throw error
  processDeps.complain(`${error.message}\n\n${words.usage}`)
  process.exitCode = 2
}
