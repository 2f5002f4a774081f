import { connect } from 'node:net'
import type { Pool } from 'undici'
import type { FuzzCase } from './fuzz-case.ts'

/** Longest time any answer may take. */
const answerTimeoutMs = 30_000

export interface FuzzAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface FuzzTarget {
  readonly pool: Pool
  readonly origin: URL
  readonly key: string
}

/** What came back; null when the connection was closed without a word. */
export function sendCase(
  sent: FuzzCase,
  { pool, origin, key }: FuzzTarget,
): Promise<FuzzAnswer | null> {
  return sent.transport === 'client' ? sendByClient(sent, pool, key) : sendRaw(sent, origin)
}

async function sendByClient(
  { path, headers, body, withKey }: FuzzCase,
  pool: Pool,
  key: string,
): Promise<FuzzAnswer> {
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { ...headers, ...(withKey ? { authorization: `Bearer ${key}` } : {}) },
    body,
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.from(await answer.body.arrayBuffer()),
  }
}

/** Writes exactly the bytes, and reads until the answer is whole or the connection closes. */
function sendRaw({ body, transport }: FuzzCase, origin: URL): Promise<FuzzAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(origin.port), origin.hostname)
    let heard: Buffer = Buffer.alloc(0)
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error('no answer in time'))
    }, answerTimeoutMs)
    const finish = (answer: FuzzAnswer | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      const answer = readAnswer(heard)
      if (answer && transport === 'raw') finish(answer)
    })
    socket.on('error', () => finish(readAnswer(heard)))
    socket.on('close', () => finish(readAnswer(heard)))
    socket.write(body)
    if (transport === 'cut') socket.end()
  })
}

/** Null while it is not whole. */
function readAnswer(bytes: Buffer): FuzzAnswer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const rest = bytes.subarray(end + 4)
  const body =
    headers['transfer-encoding'] === 'chunked'
      ? joinChunks(rest)
      : rest.length < Number(headers['content-length'] ?? 0)
        ? null
        : rest
  return body && { status: Number(statusLine.split(' ')[1]), headers, body }
}

/** The body out of its chunks; null while the last one is missing. */
function joinChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (end < 0 || end + size + 4 > bytes.length) return null
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
