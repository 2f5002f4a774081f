import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureExtension } from '../setup/ensure-extension.ts'
import { configFor } from '../support/gateway/gateway-config.ts'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { startObservedSite, type ObservedSite } from '../support/extension/start-observed-site.ts'
import { answerSse, chunk, done, startTestUpstream } from '../support/peers/test-upstream.ts'
import { builtPages, ensurePages } from './build-pages.ts'
import type { HonestAnswer } from './honest-answer.ts'

const mathjax = fileURLToPath(new URL('.', import.meta.resolve('mathjax/es5/tex-chtml.js')))

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

export interface HonestSite {
  readonly observed: ObservedSite
  /** The real gateway: what would stand between hands an answer over in one piece. */
  readonly gatewayUrl: string
  close(): Promise<void>
}

/** The pages with the built extension in them, and a gateway whose upstream gives the answer that a question names. */
export async function startHonestSite(answers: readonly HonestAnswer[]): Promise<HonestSite> {
  await Promise.all([ensurePages(), ensureExtension()])
  const contents = new Map(answers.map(({ name, content }) => [name, content]))
  const upstream = await startTestUpstream((response, request) => {
    const { messages } = JSON.parse(request.body.toString()) as {
      messages: readonly { readonly content: string }[]
    }
    const pieces = (contents.get(messages.at(-1)?.content ?? '') ?? '').match(/[^]{1,60}/gu) ?? []
    return answerSse([...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), done])(
      response,
      request,
    )
  })
  const gateway = await startGateway({ config: configFor(upstream.baseUrl) })
  const observed = await startObservedSite({ running: gateway, browser: 'own' })
  const facts = await observed.ui({ kind: 'look-at-gateway', url: gateway.baseUrl })
  const signer = facts.signers.current.address
  await observed.ui({ kind: 'add-gateway', origin: facts.origin, signer, key: null })
  observed.site.handle = ({ url = '' }, response) => {
    const path = new URL(url, 'http://site').pathname
    const file = path.startsWith('/mathjax/')
      ? join(mathjax, path.slice('/mathjax/'.length))
      : join(builtPages, path)
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    readFile(file).then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    )
  }
  return {
    observed,
    gatewayUrl: gateway.baseUrl,
    async close() {
      await observed.close()
      await upstream.close()
    },
  }
}
