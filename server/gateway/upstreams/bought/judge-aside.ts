import { Worker } from 'node:worker_threads'
import type { EvidencePolicy, ShownEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'

export interface JudgeTask {
  /** Name of the kind. */
  readonly kind: string
  readonly evidence: ShownEvidence
  readonly policy: EvidencePolicy
}

/** What the thread answers to one task. */
export type JudgeWord = { readonly verdict: EvidenceVerdict } | { readonly error: unknown }

let thread: Worker | null = null
/** Whoever asked the thread and has no answer yet, in the order of asking. */
const waiting: PromiseWithResolvers<EvidenceVerdict>[] = []

/** What `judgeEvidence` says, out of a thread for all evidence, so that nobody's answer waits for it. @throws {Error} */
export function judgeAside(task: JudgeTask): Promise<EvidenceVerdict> {
  const asked = Promise.withResolvers<EvidenceVerdict>()
  waiting.push(asked)
  thread ??= startThread()
  thread.ref()
  thread.postMessage(task)
  return asked.promise
}

function startThread(): Worker {
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), { execArgv: [] })
  worker.on('message', (word: JudgeWord) => {
    const asked = waiting.shift()
    if ('verdict' in word) asked?.resolve(word.verdict)
    else asked?.reject(word.error)
    // A process ends without it.
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', rejectWaiting)
  worker.on('exit', () =>
    rejectWaiting(new Error('the process that judges ended without an answer')),
  )
  return worker
}

function rejectWaiting(error: unknown): void {
  thread = null
  for (const asked of waiting.splice(0)) asked.reject(error)
}
