import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
import { programPath, sourcePath } from '../../support/program-path.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test.each([
  [2, programPath('server/commands/verify/main.ts'), savedAnswer()],
  [0, programPath('server/commands/admin/main.ts'), 'help'],
  [0, sourcePath('server/commands/attest/main.ts'), '--help'],
])('a reader who closes the pipe early gets the same status %i, and no error', async (...each) => {
  const [status, ...command] = each
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr)])
  expect({ code: code as number, stderr }).toEqual({
    code: status,
    stderr: expect.not.stringContaining('Error') as string,
  })
})

function savedAnswer(): string {
  const path = join(temporaryFolder(), 'answer.json')
  writeFileSync(path, JSON.stringify(answers.cases[0]?.svc))
  return path
}
