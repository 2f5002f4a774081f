import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Workload {
  readonly title: string
  /** File of the request's body. */
  readonly bodyPath: string
  readonly connections: number
  readonly warmUpRequests: number
  /** Least share of the pass-through's processor time by ours that is aimed at; null for a row to compare with. */
  readonly aim: number | null
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-bodies-'))

const prompt = Array.from({ length: 200 }, (_, index) => `word${index % 7}`).join(' ')
const one = [{ role: 'user', content: prompt }]

const paragraph = `A turn of a talk has sentences in it, each of a dozen words or so, and now and then one that \
quotes somebody, "as this one does", until the paragraph ends — with a dash, at times.\n\n`

/** 100 kB in 50 turns of eleven paragraphs. */
const conversation = Array.from({ length: 50 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: paragraph.repeat(11),
}))

function bodyFile(name: string, body: object): string {
  const path = join(folder, `${name}.json`)
  writeFileSync(path, JSON.stringify({ model: 'bench', ...body }))
  return path
}

const buffered = bodyFile('buffered', { messages: one })
/** As OpenAI's own clients may ask; without it, events are padded. */
const unpadded = { stream: true, stream_options: { include_obfuscation: false } }
export const streamedBody = bodyFile('streamed', { messages: one, ...unpadded })
const padded = bodyFile('padded', { messages: one, stream: true })
const atOnce = bodyFile('at-once', { messages: one, ...unpadded, at_once: true })
const long = bodyFile('conversation', { messages: conversation })

export function removeBodies(): void {
  rmSync(folder, { recursive: true })
}

const kinds = [
  { title: 'buffered', bodyPath: buffered, warmUpRequests: 20_000, aims: [0.55, 0.48] },
  { title: 'streamed', bodyPath: streamedBody, warmUpRequests: 4_000, aims: [0.85, 0.9] },
  { title: 'streamed and padded', bodyPath: padded, warmUpRequests: 4_000, aims: [0.8, 0.8] },
  {
    title: 'streamed, chunks in one write',
    bodyPath: atOnce,
    warmUpRequests: 4_000,
    aims: [null, null],
  },
  { title: 'conversation of 100 kB', bodyPath: long, warmUpRequests: 4_000, aims: [0.6, 0.6] },
] as const

export const workloads: readonly Workload[] = kinds.flatMap(({ aims, ...kind }) => [
  { ...kind, connections: 1, aim: aims[0] },
  { ...kind, connections: 64, aim: aims[1] },
])
