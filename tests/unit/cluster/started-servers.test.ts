import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startedServers } from '../../cluster/started-servers.ts'

const file = join(import.meta.dirname, '../../cluster/started-servers.ts')

test('all that started ends once, the last one first, and what still starts is waited for', async () => {
  const ended: string[] = []
  const named = (name: string) => ({ stop: () => void ended.push(name) })
  const servers = startedServers()
  await servers.add(Promise.resolve(named('first')))
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof named>>()
  void servers.add(promise)
  const ending = Promise.all([servers.end(), servers.end()])
  resolve(named('second'))
  await ending
  expect(ended).toEqual(['second', 'first'])
})

test('one that does not start keeps none of the others from its end, and is told to who waits for it', async () => {
  const ended: string[] = []
  const servers = startedServers()
  await servers.add(Promise.resolve({ stop: () => void ended.push('first') }))
  await expect(servers.add(Promise.reject(new Error('no port')))).rejects.toThrow('no port')
  await servers.end()
  expect(ended).toEqual(['first'])
})

test.each([
  ['SIGTERM', '', 143],
  ['SIGINT', '', 130],
  ['SIGTERM', '{ exitCode: 0 }', 0],
] as const)(
  '%s ends what a program added, and then the program (%s)',
  async (signal, options, code) => {
    const program = `
    import { endBySignal } from ${JSON.stringify(file)}
    const staying = setInterval(() => {}, 1000)
    const stop = async () => console.log('ended')
    await endBySignal(${options}).add(Promise.resolve({ stop }))
    console.log('started')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (said === 'started\n') child.kill(signal)
    })
    expect(await once(child, 'close')).toEqual([code, null])
    expect(said).toBe('started\nended\n')
  },
)
