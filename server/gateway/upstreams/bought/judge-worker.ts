import { parentPort, workerData } from 'node:worker_threads'
import { evidenceKinds } from '#shared/attestation/kinds/evidence-kinds.ts'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import type { JudgeTask } from './judge-aside.ts'

// A thread of its own: the signatures of eight GPUs take a second of the processor.

const { kind: name, evidence, policy } = workerData as JudgeTask
const kind = evidenceKinds.find((each) => each.name === name)
if (kind === undefined) throw new TypeError('no kind of evidence has this name')
parentPort?.postMessage(judgeEvidence(kind, evidence, policy))
