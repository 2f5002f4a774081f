import { isIPv6 } from 'node:net'
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
    messages: [{ role: 'user', content: 'What does a receipt prove?' }],
  })
  const served = models.filter((model) => modeNow(model) !== null).length
  const lines = [
    `Listening on ${base}`,
    '',
    `  Base URL   ${base}/v1`,
    `  Signer     ${started.signer}`,
    `  Models     ${models.length}, ${models.filter(isSealable).length} sealable, ${served} served now`,
    `  Pages      ${base}   ${base}/verify   ${base}/extension   ${base}/limits   ${base}/keys   ${base}/docs`,
    '',
    '  Try it:',
    `  curl -s ${base}/v1/chat/completions -H 'content-type: application/json' -d '${request}'`,
  ]
  for (const line of lines) say(line)
  if (!started.isDemo) return
  say('')
  say(
    '  No gateway.config.json: a built-in demo model answers, also from a simulated enclave, which',
  )
  say(
    '  proves nothing about hardware. server/README.md shows how to connect Ollama, vLLM, OpenRouter',
  )
  say('  or an enclave.')
}

function baseUrl({ host, port, basePath }: Started): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}${basePath}`
}
