import { expect, test } from 'vitest'
import { openBodyExchange } from '#shared/exchange/open-body-exchange.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'
import type { VerifiedBodyOffer } from '#shared/exchange/verified-enclaves.ts'

test.each(['near-2', 'venice-1', 'chutes-1'] as const)(
  'an enclave that takes %s is asked for chats alone, also where a request is both',
  async (scheme) => {
    const relayed: unknown[] = []
    const client = { relay: async (post: unknown) => relayed.push(post) } as unknown as RelayClient
    const ready = { enclave: { encryptionKey: '11'.repeat(32) } }
    const offer = { scheme, ready, upstreamModel: 'm' } as unknown as VerifiedBodyOffer
    const rest = { input: 'a canary', messages: [{ role: 'user', content: 'Hi' }] }
    const opening = openBodyExchange({ rest, model: 'm', sentInClear: [] }, offer, {
      client,
      endpoint: 'embeddings',
      trust: { signers: null, policy: { simulatedEnclave: 'reject' } },
      nowSeconds: () => 0,
      randomBytes: (length) => new Uint8Array(length).fill(1),
      again: () => Promise.resolve(offer),
    })
    await expect(opening).rejects.toThrow('only chats')
    expect(relayed).toEqual([])
  },
)
