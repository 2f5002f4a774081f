import { parentPort } from 'node:worker_threads'
import { evidenceKinds } from '#shared/attestation/kinds/evidence-kinds.ts'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import type { JudgeTask, JudgeWord } from './judge-aside.ts'

// A thread of its own: the signatures of eight GPUs take a second of the processor.

parentPort?.on('message', (task: JudgeTask) => parentPort?.postMessage(wordOn(task)))

function wordOn({ kind: name, evidence, policy }: JudgeTask): JudgeWord {
  const kind = evidenceKinds.find((each) => each.name === name)
  try {
    if (kind === undefined) throw new TypeError('no kind of evidence has this name')
    return { verdict: judgeEvidence(kind, evidence, policy) }
  } catch (error) {
    return { error }
  }
}
