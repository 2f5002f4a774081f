import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenHere } from '../support/listen-here.ts'
import { chunkText, completionText } from './good-answers.ts'
import { hostileAnswer, writeHostile } from './hostile-answer.ts'

export interface FuzzUpstream {
  readonly baseUrl: string
  /** What it was sent that it never should have been; empty when all is well. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

const text = completionText('ok')
const events = `${chunkText({ role: 'assistant', content: 'ok' }, null)}${chunkText({}, 'stop')}data: [DONE]\n\n`

const expectedHeaders = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
])

/**
 * Answers everything well, but for the model that answers as its case has it, and watches what gets
 * past the gateway.
 */
export async function startFuzzUpstream(seed: number): Promise<FuzzUpstream> {
  const complaints: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const streams = request.headers.accept === 'text/event-stream'
      const body = Buffer.concat(parts)
      const complaint = complain(body, request.headers)
      if (complaint !== null && complaints.length < 20) complaints.push(complaint)
      const caseNumber = hostileCase(body)
      if (caseNumber !== null) {
        void writeHostile(hostileAnswer(seed, caseNumber, streams), response)
        return
      }
      response
        .writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
        .end(streams ? events : text)
    })
  })
  // Connections that end as idle, at any moment, are for the gateway to bear.
  server.keepAliveTimeout = 5
  const { origin, close } = await listenHere(server)
  return { baseUrl: `${origin}/v1`, complaints, close }
}

function complain(body: Buffer, headers: IncomingHttpHeaders): string | null {
  const stranger = Object.keys(headers).find((name) => !expectedHeaders.has(name))
  if (stranger !== undefined) return `the caller's header ${stranger}`
  if (headers.authorization !== 'Bearer upstream-secret') return 'a key that is not the operator’s'
  try {
    const parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as object
    if (Object.hasOwn(parsed, 'shown_mode')) return 'shown_mode'
    const { model } = parsed as { model?: unknown }
    if (model !== 'upstream-model' && model !== 'hostile-model') return 'another model'
    return null
  } catch {
    return `a body that is no JSON in UTF-8: ${body.toString('base64', 0, 200)}`
  }
}

function hostileCase(body: Buffer): number | null {
  if (body.length > 1_000 || !body.includes('"hostile-model"')) return null
  return (JSON.parse(body.toString()) as { fuzz_case?: number }).fuzz_case ?? null
}
