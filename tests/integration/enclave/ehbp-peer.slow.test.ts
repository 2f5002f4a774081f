import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { joinBytes, parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { openEhbpAnswer } from '#shared/ehbp/open-ehbp-answer.ts'
import { sealEhbpRequest } from '#shared/ehbp/seal-ehbp-request.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilPrinted } from '../../support/until-printed.ts'

/** Path of Tinfoil's `cmd/example/server`, built; nothing of it is in this repository. */
const program = process.env['EHBP_SERVER'] ?? ''

async function startPeer(): Promise<{ readonly url: string; readonly key: string }> {
  const port = await freePort()
  const identity = join(temporaryFolder(), 'identity.json')
  const child = spawn(program, ['-l', `127.0.0.1:${port}`, '-i', identity])
  atEnd(() => void child.kill('SIGKILL'))
  await untilPrinted(child, 'Listening on')
  const url = `http://127.0.0.1:${port}`
  const config = new Uint8Array(await (await fetch(`${url}/.well-known/hpke-keys`)).arrayBuffer())
  // A number and the name of X25519 come before the key.
  return { url, key: Buffer.from(config.subarray(3, 35)).toString('hex') }
}

async function ask(
  peer: { readonly url: string; readonly key: string },
  path: string,
  text: string,
) {
  const sealed = await sealEhbpRequest(utf8ToBytes(text), {
    recipient: peer.key,
    entropy: randomBytes(32),
  })
  const response = await fetch(`${peer.url}${path}`, {
    method: 'POST',
    headers: {
      [ehbpNames.encapsulatedKey]: Buffer.from(sealed.secret.encapsulatedKey).toString('hex'),
    },
    body: Buffer.from(sealed.body),
  })
  expect(response.status).toBe(200)
  const opener = openEhbpAnswer(sealed.secret, response.headers.get(ehbpNames.responseNonce))
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) pieces.push(opener.open(piece))
  expect(opener.end().tail).toHaveLength(0)
  return parseUtf8(joinBytes(pieces))
}

describe.skipIf(program === '')('Tinfoil’s own middleware (EHBP_SERVER names it)', async () => {
  const peer = program === '' ? { url: '', key: '' } : await startPeer()

  test.each(['you', 'x'.repeat(100_000)])(
    'opens a request, and its answer opens here',
    async (text) => {
      expect(await ask(peer, '/secure', text)).toBe(`Hello, ${text}`)
    },
  )

  test('streams an answer that opens as it comes', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `Number: ${index + 1}\n`)
    expect(await ask(peer, '/stream', 'go')).toBe(lines.join(''))
  })

  test('does not open what was encrypted to another key', async () => {
    const other = Buffer.from(randomBytes(32)).toString('hex')
    await expect(ask({ ...peer, key: other }, '/secure', 'you')).rejects.toThrow()
  })
})
