import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bytesToHex, concatBytes, parseHex, parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { answerTail } from '#shared/body-relay/answer-tail.ts'
import type { EhbpExchangeSecret } from '#shared/ehbp/ehbp-exchange-secret.ts'
import { openEhbpAnswer } from '#shared/ehbp/open-ehbp-answer.ts'
import { sealEhbpRequest } from '#shared/ehbp/seal-ehbp-request.ts'
import { createEhbpService, sealEhbpAnswer } from '#shared/simulation/ehbp-service.ts'

type Vector = Readonly<Record<string, string>>

function vectors(name: string): Readonly<Record<string, unknown>> {
  const path = join(import.meta.dirname, '../../vectors', name)
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
}

function of(vector: Vector, name: string): string {
  return vector[name] ?? ''
}

const theirs = vectors('ehbp.tinfoil.json') as Readonly<Record<'derive' | 'response', Vector>>
const known = vectors('ehbp.countersign.json') as Vector & {
  readonly request_chunks: readonly string[]
}

function secretOf(vector: Vector): EhbpExchangeSecret {
  return {
    encapsulatedKey: parseHex(of(vector, 'requestEnc')),
    exported: parseHex(of(vector, 'exportedSecret')),
  }
}

async function exchange() {
  const service = await createEhbpService(randomBytes(32))
  const body = utf8ToBytes('{"model":"m","messages":[]}')
  const sealed = await sealEhbpRequest(body, {
    recipient: service.publicKey,
    entropy: randomBytes(32),
  })
  return { service, body, sealed }
}

describe('what others computed', () => {
  test("the protocol's own vector of an answer opens", () => {
    const vector = theirs.response
    const opener = openEhbpAnswer(secretOf(vector), of(vector, 'responseNonce'))
    const opened = opener.open(parseHex(of(vector, 'encryptedResponse')))
    opener.end()
    expect(bytesToHex(opened)).toBe(vector['plaintext'])
  })

  test("the protocol's own vector of the answer's keys is met", () => {
    const { derive, response } = theirs
    expect({ ...derive }).toMatchObject({ exportedSecret: response['exportedSecret'] })
    const seal = sealEhbpAnswer(secretOf(derive), parseHex(of(derive, 'responseNonce')))
    expect(bytesToHex(seal(parseHex(of(response, 'plaintext'))))).toBe(
      response['encryptedResponse'],
    )
  })

  test('a known request opens, and its answer is written and read as known', async () => {
    const service = await createEhbpService(parseHex(of(known, 'recipient_x25519_secret')))
    expect(service.publicKey).toBe(known['recipient_x25519_public'])
    const request = parseHex(of(known, 'request_body_hex'))
    const { body, secret } = await service.openRequest(request, of(known, 'enc'))
    expect(parseUtf8(body)).toBe(known.request_chunks.join(''))
    expect(bytesToHex(secret.exported)).toBe(known['exported_secret'])
    const opener = openEhbpAnswer(secret, of(known, 'response_nonce'))
    const answer = opener.open(parseHex(of(known, 'response_body_hex')))
    opener.end()
    const seal = sealEhbpAnswer(secret, parseHex(of(known, 'response_nonce')))
    expect(
      of(known, 'response_body_hex').startsWith(bytesToHex(seal(answer.subarray(0, 18)))),
    ).toBe(true)
  })
})

describe('a request', () => {
  test.each([0, 1, 8191, 8192, 8193, 100_000])('of %d bytes comes as it was', async (length) => {
    const { service } = await exchange()
    const body = randomBytes(length)
    const sealed = await sealEhbpRequest(body, {
      recipient: service.publicKey,
      entropy: randomBytes(32),
    })
    const opened = await service.openRequest(sealed.body, bytesToHex(sealed.secret.encapsulatedKey))
    expect(Buffer.from(opened.body).equals(body)).toBe(true)
    expect(opened.secret).toEqual(sealed.secret)
  })

  test('opens for no other key, and with no byte of it changed', async () => {
    const { service, sealed } = await exchange()
    const key = bytesToHex(sealed.secret.encapsulatedKey)
    const other = await createEhbpService(randomBytes(32))
    await expect(other.openRequest(sealed.body, key)).rejects.toThrow()
    for (let at = 4; at < sealed.body.length; at++) {
      const changed = sealed.body.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(service.openRequest(changed, key)).rejects.toThrow()
    }
  })

  test('is another one with other random bytes, and the same with the same', async () => {
    const recipient = (await createEhbpService(randomBytes(32))).publicKey
    const entropy = randomBytes(32)
    const body = utf8ToBytes('the same')
    const [one, same, other] = await Promise.all(
      [entropy, entropy, randomBytes(32)].map((each) =>
        sealEhbpRequest(body, { recipient, entropy: each }),
      ),
    )
    expect(same).toEqual(one)
    expect(other?.secret.encapsulatedKey).not.toEqual(one?.secret.encapsulatedKey)
  })

  test.each(['', 'ab', '00'.repeat(32), 'zz'.repeat(32)])(
    'is not encrypted to %j, which is no key',
    async (recipient) => {
      const sealing = sealEhbpRequest(utf8ToBytes('x'), { recipient, entropy: randomBytes(32) })
      await expect(sealing).rejects.toThrow()
    },
  )
})

describe('an answer', () => {
  const words = ['data: {"a":1}\n\n', 'data: {"a":2}\n\n', 'data: [DONE]\n\n']

  async function answered() {
    const { sealed } = await exchange()
    const nonce = randomBytes(32)
    const seal = sealEhbpAnswer(sealed.secret, nonce)
    const frames = words.map((each) => seal(utf8ToBytes(each)))
    return { secret: sealed.secret, nonce: nonce.toString('hex'), frames }
  }

  function open(
    { secret, nonce }: { readonly secret: EhbpExchangeSecret; readonly nonce: string | null },
    body: Uint8Array,
    pieceBytes = body.length,
  ): string {
    const opener = openEhbpAnswer(secret, nonce)
    const opened: Uint8Array[] = []
    for (let at = 0; at < body.length; at += pieceBytes) {
      opened.push(opener.open(body.subarray(at, at + pieceBytes)))
    }
    opener.end()
    return parseUtf8(concatBytes(...opened))
  }

  test.each([1, 2, 3, 7, 20, 1000])('opens in pieces of %d bytes', async (pieceBytes) => {
    const answer = await answered()
    expect(open(answer, concatBytes(...answer.frames), pieceBytes)).toBe(words.join(''))
  })

  test('opens with frames of no length in it, which say nothing', async () => {
    const answer = await answered()
    const [first, ...others] = answer.frames
    const empty = new Uint8Array(4)
    const body = concatBytes(empty, first ?? empty, empty, empty, ...others)
    expect(open(answer, body)).toBe(words.join(''))
  })

  test('is refused whichever of its bytes is another', async () => {
    const answer = await answered()
    const body = concatBytes(...answer.frames)
    for (let at = 0; at < body.length; at++) {
      const changed = body.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => open(answer, changed), `byte ${at}`).toThrow(
        expect.objectContaining({ code: 'E2EE_MALFORMED' }),
      )
    }
  })

  test.each([
    ['its first frame left out', [1, 2]],
    ['one of its frames left out', [0, 2]],
    ['two of its frames in another order', [1, 0, 2]],
    ['a frame twice', [0, 0, 1, 2]],
  ])('is refused with %s', async (_case, order) => {
    const answer = await answered()
    const body = concatBytes(...order.map((at) => answer.frames[at] ?? new Uint8Array()))
    expect(() => open(answer, body)).toThrow('a frame is not of the enclave that was asked')
  })

  test('is refused when it ends within a frame, wherever', async () => {
    const answer = await answered()
    const body = concatBytes(...answer.frames)
    const ends = new Set<number>()
    let whole = 0
    for (const frame of answer.frames) ends.add((whole += frame.length))
    for (let length = 1; length < body.length; length++) {
      if (ends.has(length)) continue
      expect(() => open(answer, body.subarray(0, length)), `${length}`).toThrow(
        'the body ended within a frame',
      )
    }
  })

  test.each([
    ['no nonce', null],
    ['a short nonce', '00'],
    ['a nonce in capitals', 'AB'.repeat(32)],
  ])('in clear, with %s, is refused', async (_case, nonce) => {
    const answer = await answered()
    expect(() => open({ ...answer, nonce }, utf8ToBytes(words.join('')))).toThrow(
      'the answer is not encrypted',
    )
  })

  test('to another request, or under another nonce, is refused', async () => {
    const [one, other] = [await answered(), await answered()]
    const body = concatBytes(...one.frames)
    expect(() => open({ ...one, secret: other.secret }, body)).toThrow('a frame is not')
    expect(() => open({ ...one, nonce: other.nonce }, body)).toThrow('a frame is not')
  })

  test('with a frame of many gigabytes is refused at its head', async () => {
    const answer = await answered()
    expect(() => open(answer, Uint8Array.of(255, 255, 255, 254))).toThrow('a frame is too long')
  })

  test('ends at the mark of a gateway, which stands behind the last frame', async () => {
    const answer = await answered()
    const frames = concatBytes(...answer.frames)
    for (const pieceBytes of [1, 7, 1000]) {
      const opener = openEhbpAnswer(answer.secret, answer.nonce)
      const body = concatBytes(frames, answerTail('{"svc":1}'))
      let text = ''
      for (let at = 0; at < body.length; at += pieceBytes) {
        text += parseUtf8(opener.open(body.subarray(at, at + pieceBytes)))
      }
      expect(text).toBe(words.join(''))
      const { digest, tail } = opener.end()
      expect(parseUtf8(tail)).toBe('{"svc":1}')
      expect(digest).toBe(sha256Digest(frames))
    }
  })
})
