import type { SecondHop } from '#shared/aci/second-hop.ts'
import type { Json } from '#shared/canonical-json.ts'
import { createVerifiedEnclaves } from '#shared/exchange/verified-enclaves.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import type { Verdict } from '#shared/verdict.ts'
import { serveEncrypted } from '../../../extension/background/encrypt/serve-encrypted.ts'
import { relayByFetch } from '../../../extension/background/gateway/gateway-relay.ts'
import { judgeAnswer } from '../../../extension/background/observe/judge-answer.ts'
import { initialSettings } from '../../../extension/settings/settings.ts'
import { startProxy } from '../gateway/start-proxy.ts'

/** What the proxy or the extension found of an answer. */
export interface FoundByAsker {
  readonly verdict: Verdict
  readonly secondHop: SecondHop
  readonly svc: Svc
}

interface Asked {
  /** Its address. */
  readonly gateway: string
  readonly request: { readonly [member: string]: Json }
}

/** Of an answer that the proxy encrypts to and opens. */
export async function foundByProxy({ gateway, request }: Asked): Promise<FoundByAsker> {
  let signed: Svc | null = null
  const proxy = await startProxy(gateway, [], { ended: (_exchange, { svc }) => (signed = svc) })
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`${proxy.baseUrl}/v1/chat/completions`, {
    ...asked,
    body: JSON.stringify(request),
  })
  await answer.text()
  await proxy.close()
  return found({ ...proxy.judgements[0], svc: signed })
}

/** A browser whose user named the gateway, and accepts simulated enclaves. */
function browserOf(gateway: string, signers: SignerHistory) {
  const pinned = {
    origin: new URL(gateway).origin,
    signers,
    pinnedAt: 0,
    key: null,
    proposed: null,
  }
  return { pinned, settings: { ...initialSettings, gateways: [pinned], development: true } }
}

/** Of an answer that the extension encrypts to and opens. */
export async function foundByExtension(
  { gateway, request }: Asked,
  signers: SignerHistory,
): Promise<FoundByAsker> {
  const { pinned, settings } = browserOf(gateway, signers)
  const client = relayByFetch({ gateway: pinned.origin, authorization: null, signal: null })
  const site = 'https://chat.example'
  let judged: Parameters<Parameters<typeof serveEncrypted>[1]['judged']>[0] | null = null
  const ignore = () => {}
  await serveEncrypted(
    {
      request,
      gateway: pinned,
      pair: {
        site,
        gateway: pinned.origin,
        takeover: 'always',
        key: 'page',
        tools: 'leave-out',
        clear: 'refuse',
      },
      client,
      enclaves: createVerifiedEnclaves({
        client,
        reference: null,
        simulatedReference: null,
        simulation: 'accept',
        nowSeconds: () => Math.floor(Date.now() / 1000),
        elapsedSeconds: () => performance.now() / 1000,
        randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      }),
      settings,
    },
    {
      head: ignore,
      event: ignore,
      writing: ignore,
      judged: async (each) => void (judged = each),
      brokeOff: ignore,
      refused: ignore,
    },
  )
  return found(judged)
}

/** Of an answer that a page got in clear, with the words that it asked. */
export function observedByExtension(
  text: string,
  { gateway, request }: Asked,
  signers: SignerHistory,
): FoundByAsker {
  const { pinned, settings } = browserOf(gateway, signers)
  const received = {
    url: `${pinned.origin}/v1/chat/completions`,
    request: JSON.stringify(request),
    text,
    place: null,
    origin: 'https://chat.example',
    tabId: null,
    key: 'one',
  }
  return found(judgeAnswer(received, settings, null))
}

function found(judged: { readonly [Key in keyof FoundByAsker]?: FoundByAsker[Key] | null } | null) {
  const { verdict, secondHop, svc } = judged ?? {}
  if (!verdict || !secondHop || !svc) throw new Error('nothing was judged')
  return { verdict, secondHop, svc }
}
