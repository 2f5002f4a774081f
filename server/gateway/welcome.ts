import { isIPv6 } from 'node:net'
import { startWords as words } from '#shared/words/english/programs/start-lines.ts'
import { enclaveUpstreams, refusedBy, type EnclaveUpstream } from './catalogue/enclave-upstreams.ts'
import { isSealable, modeNow, type Catalogue, type Model } from './catalogue/catalogue.ts'

interface Started {
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly signer: string
  readonly catalogue: Catalogue
  readonly isDemo: boolean
}

/** What a person needs next, once the gateway listens. */
export function welcome(started: Started, say: (line: string) => void): void {
  const base = baseUrl(started)
  const models = [...started.catalogue.models.values()]
  const isServed = (model: Model | undefined) => model?.plan === null && modeNow(model) !== null
  const usual = started.catalogue.models.get(started.catalogue.traits.get('default') ?? '')
  const example = isServed(usual) ? usual : (models.find(isServed) ?? models[0])
  const request = JSON.stringify({
    model: example?.id,
    messages: [{ role: 'user', content: words.question }],
  })
  const served = models.filter((model) => modeNow(model) !== null).length
  const pages = ['', '/verify', '/extension', '/limits', '/keys', '/docs']
  const lines = [
    words.listening(base),
    '',
    words.baseUrl(base),
    words.signer(started.signer),
    words.models(models.length, served, models.filter(isSealable).length),
    ...enclaveUpstreams(started.catalogue).map(enclaveLine),
    words.pages(pages.map((page) => base + page)),
    '',
    words.tryIt,
    `  curl -s ${base}/v1/chat/completions -H 'content-type: application/json' -d '${request}'`,
    ...(started.isDemo ? ['', ...words.demo] : []),
  ]
  for (const line of lines) say(line)
}

/** Whether the attestation of an enclave holds, and what is pinned of it. */
function enclaveLine(upstream: EnclaveUpstream): string {
  const { id, enclave } = upstream
  const refused = refusedBy(upstream)
  const state =
    refused !== null
      ? words.notVerified(refused.join(', '))
      : enclave.verifiedAt() === null
        ? words.notYetVerified
        : enclave.isSimulated
          ? words.simulated
          : words.verified
  return words.enclave(id, state, pinnedWords(enclave))
}

function pinnedWords({ pinned }: EnclaveUpstream['enclave']): string {
  switch (pinned.by) {
    case 'release':
      return words.pinnedRelease(pinned.repository, pinned.at)
    case 'reference-values':
      return words.pinnedFiles(pinned.values.composeHashes.length)
    case 'machines': {
      const newest = pinned.pins
        .map(({ at }) => at)
        .toSorted()
        .at(-1)
      return newest === undefined
        ? words.pinnedNothing
        : words.pinnedMachines(pinned.pins.length, newest)
    }
  }
}

function baseUrl({ host, port, basePath }: Started): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}${basePath}`
}
