import { createServer, type IncomingHttpHeaders } from 'node:http'
import { keepConnections } from '../keep-connections.ts'
import { listenHere } from '../listen-here.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  /** By name. */
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string
  /** All that came, as text. */
  text(): string
  spans(): readonly CollectedSpan[]
  readonly posts: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

/** An OTLP collector on loopback, which reads OTLP over HTTP in JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const posts: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer(keepConnections, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers })
      bodies.push(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const { origin, close } = await listenHere(server)
  return {
    endpoint: origin,
    close,
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansIn),
    posts,
  }
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & {
        readonly attributes: readonly Attribute[]
      })[]
    }[]
  }[]
}

function spansIn(body: string): readonly CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Exported
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [
          key,
          value.stringValue ?? Number(value.intValue ?? Number.NaN),
        ]),
      ),
    }))
}
