import { Worker } from 'node:worker_threads'
import type { EvidencePolicy, ShownEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'

export interface JudgeTask {
  /** Name of the kind. */
  readonly kind: string
  readonly evidence: ShownEvidence
  readonly policy: EvidencePolicy
}

/** What `judgeEvidence` says, out of a thread of its own, so that nobody's answer waits for it. @throws {Error} */
export function judgeAside(task: JudgeTask): Promise<EvidenceVerdict> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the judge ended without a word')))
  })
}
