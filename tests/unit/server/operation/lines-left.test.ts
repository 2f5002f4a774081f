import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const logger = join(import.meta.dirname, '../../../../server/gateway/common/safe-logger.ts')

/** Writes lines when it is told to end, and ends. */
const program = `
const { createLogger, linesLeft } = await import(${JSON.stringify(logger)})
const logger = createLogger('info')
process.stdin.once('data', async () => {
  for (let line = 0; line < 3; line += 1) logger.info('It ends.')
  await linesLeft(logger)
  process.exit(0)
})
process.stderr.write('ready')
`

test.each(['reads', 'no longer reads'])(
  'a process ends after its last lines, which somebody %s',
  async (how) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stderr, 'data')
    let read = ''
    if (how === 'reads') child.stdout.on('data', (bytes: Buffer) => (read += bytes.toString()))
    else await once(child.stdout.destroy(), 'close')
    child.stdin.write('end')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(read.split('It ends.')).toHaveLength(how === 'reads' ? 4 : 1)
  },
)
