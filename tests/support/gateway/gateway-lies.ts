import { expect } from 'vitest'
import type { Lie, Middle, Passed } from '../peers/start-middle.ts'

// A gateway that is the attacker: it sees ciphertext, holds its own signing key, and may send anything.

export const isRelay = (path: string) => path === '/api/e2ee/relay'
const isKey = (path: string) => path.startsWith('/api/e2ee/key')

/** Changes the text of what the relay answers. */
export function onRelay(change: (text: string) => string): Lie {
  return {
    onAnswer(answer, { path }) {
      if (isRelay(path)) answer.body = Buffer.from(change(answer.body.toString('utf8')))
    },
  }
}

interface KeyDocument {
  public_key: string
  upstream_model: string
  attestation: { attestation: { workload_keyset: { e2ee_public_keys: { public_key: string }[] } } }
}

function onKey(change: (document: KeyDocument) => void): Lie {
  return {
    onAnswer(answer, { path }) {
      if (!isKey(path)) return
      const document = JSON.parse(answer.body.toString('utf8')) as KeyDocument
      change(document)
      answer.body = Buffer.from(JSON.stringify(document))
    },
  }
}

const foreignKey = '11'.repeat(32)

/** What a gateway may show in the place of an enclave's key, and the check that does not hold. */
export function keyLies(): readonly [string, Lie, string][] {
  return [
    [
      'a key of its own beside an honest quote',
      onKey((document) => {
        document.public_key = foreignKey
      }),
      'channel.e2ee-key',
    ],
    [
      'a key of its own in the keyset too',
      onKey((document) => {
        const { workload_keyset: keyset } = document.attestation.attestation
        document.public_key = foreignKey
        for (const key of keyset.e2ee_public_keys) {
          if (key.public_key.length === 64) key.public_key = foreignKey
        }
      }),
      'aci.keyset-digest',
    ],
    ['the report of an earlier question', replayed(isKey), 'quote.report-data'],
  ]
}

/** Has a gateway lie about a model's key from now on, as it did before: what is replayed has to be recorded first. @returns the paths that are asked */
export async function lieOfKey(middle: Middle, lie: Lie, model: string) {
  const asked: string[] = []
  middle.lie({ ...lie, onRequest: ({ path }) => asked.push(path) })
  await fetch(`${middle.baseUrl}/api/e2ee/key?model=${model}&nonce=${'ab'.repeat(32)}`)
  return asked
}

/** Answers every such request as it answered the first one. */
export function replayed(which: (path: string) => boolean): Lie {
  let first: Passed | null = null
  return {
    onAnswer(answer, { path }) {
      if (!which(path)) return
      first ??= { ...answer }
      Object.assign(answer, first)
    },
  }
}

/** The value of a member in the text of `svc`, replaced. */
function replaceIn(pattern: RegExp, by: string): Lie {
  return onRelay((text) => {
    const changed = text.replace(pattern, by)
    expect(changed).not.toBe(text)
    return changed
  })
}

const flipHex = (text: string) => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`

/** What a gateway may do to an answer on its way, and the check or the code by which it is found out. */
export const relayLies: readonly [string, Lie, string][] = [
  [
    'alters ciphertext',
    onRelay((text) => text.replace(/[0-9a-f]{130,}/, flipHex)),
    'e2ee.encrypted',
  ],
  [
    'puts clear text in its place',
    onRelay((text) => text.replace(/"content":"[0-9a-f]{120,}"/, '"content":"trust me"')),
    'e2ee.encrypted',
  ],
  [
    'alters what is not encrypted',
    replaceIn(/"model":"countersign-demo"/, '"model":"a-better-model"'),
    'enclave-receipt.response',
  ],
  [
    'takes svc away',
    onRelay((text) => text.replace(/,"svc":\{.*\}(?=\}[\n]|\}$)/m, '')),
    'e2ee.mode',
  ],
  ['claims a weaker mode', replaceIn(/"privacy_mode":"e2ee"/, '"privacy_mode":"tee"'), 'svc.mode'],
  [
    'forges its receipt',
    replaceIn(/"mode":"e2ee","model"/, '"mode":"tee","model"'),
    'receipt.digest',
  ],
  [
    'signs for another measurement',
    replaceIn(/"measurement":"[0-9a-f]{64}"/, `"measurement":"${'00'.repeat(32)}"`),
    'receipt.digest',
  ],
  [
    'takes the enclave receipt away',
    onRelay((text) => text.replace(/,"enclave_receipt":\{.*\}(?=(?:,"committed":"\w+")?\}\})/, '')),
    'enclave-receipt.present',
  ],
  [
    'alters the enclave receipt',
    replaceIn(/"receipt_id":"rcpt-[0-9a-f]/, '"receipt_id":"rcpt-z'),
    'enclave-receipt.signature',
  ],
  [
    'announces another receipt',
    {
      onAnswer(answer, { path }) {
        if (isRelay(path)) answer.headers['x-receipt-id'] = 'rcpt-of-another'
      },
    },
    'enclave-receipt.id',
  ],
  [
    'strips the headers of encryption',
    {
      onRequest({ path, request }) {
        if (isRelay(path)) delete request.headers['x-e2ee-version']
      },
    },
    'e2ee_header_missing',
  ],
  [
    'swaps the key of the client',
    {
      onRequest({ path, request }) {
        if (isRelay(path))
          request.headers['x-client-pub-key'] =
            '5dfedd3b6bd47f6fa28ee15d969d5bb0ea53774d488bdaf9df1c6e0124b3ef22'
      },
    },
    'e2ee.encrypted',
  ],
  [
    'alters a member of the request that is not encrypted',
    {
      onRequest({ path, request }) {
        if (!isRelay(path)) return
        const text = request.body.toString('utf8')
        request.body = Buffer.from(text.replace('{', '{"seed":3,'))
      },
    },
    'enclave-receipt.request',
  ],
]

/** What it may do besides to vectors. */
export const vectorLies: typeof relayLies = [
  [
    'puts a vector in clear in its place',
    onRelay((text) => text.replace(/"embedding":"[0-9a-f]+"/, '"embedding":[0.5]')),
    'e2ee.encrypted',
  ],
  [
    'swaps two vectors',
    onRelay((text) => {
      const [first = '', second = ''] = [...text.matchAll(/"embedding":"[0-9a-f]+"/g)].map(
        ([found]) => found,
      )
      return text.replace(first, '?').replace(second, first).replace('?', second)
    }),
    'e2ee.encrypted',
  ],
  [
    'takes a vector away',
    onRelay((text) => text.replace(/,\{"object":"embedding".*?\}/, '')),
    'e2ee.encrypted',
  ],
]
