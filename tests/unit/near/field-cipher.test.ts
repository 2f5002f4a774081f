import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { bytesToHex, parseHex } from '#shared/bytes/bytes.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import near from '../../vectors/near-2.countersign.json' with { type: 'json' }
import venice from '../../vectors/venice-1.countersign.json' with { type: 'json' }

const draw = (length: number) => new Uint8Array(randomBytes(length))

const fields = [
  {
    scheme: 'near-2',
    known: near,
    ephemeral: near.ephemeral_x25519_secret,
    recipient: near.recipient_x25519_public,
    secret: ed25519.utils.toMontgomerySecret(parseHex(near.recipient_ed25519_seed)),
    publicKey: bytesToHex(ed25519.utils.toMontgomery(parseHex(near.recipient_ed25519_public))),
  },
  {
    scheme: 'venice-1',
    known: venice,
    ephemeral: venice.ephemeral_secret,
    recipient: venice.recipient_public,
    secret: parseHex(venice.recipient_secret),
    publicKey: fieldSchemes['venice-1'].cipher.drawClientKey(() =>
      parseHex(venice.recipient_secret),
    ).publicKey,
  },
] as const

describe.each(fields)('a field of $scheme', ({ scheme, known, ephemeral, recipient, ...keys }) => {
  const { cipher } = fieldSchemes[scheme]

  test('is the one that another program made of the same keys', () => {
    const drawn = [parseHex(ephemeral), parseHex(known.nonce)]
    const sealed = cipher.seal(known.plaintext, recipient, () => drawn.shift() ?? draw(0))
    expect(sealed).toBe(known.wire_hex)
    expect(keys.publicKey).toBe(recipient)
  })

  test('opens with the key of the host, and with one changed byte it does not', () => {
    const wire = known.wire_hex
    expect(cipher.open(wire, keys.secret)).toBe(known.plaintext)
    for (let at = 0; at < wire.length / 2; at += 1) {
      const bytes = parseHex(wire)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(() => cipher.open(bytesToHex(bytes), keys.secret), `byte ${at}`).toThrow(
        'not encrypted to this key',
      )
    }
  })
})
