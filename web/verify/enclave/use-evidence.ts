import { useRef, useState } from 'react'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import { isStillToCome } from '#shared/judge/evidence-age.ts'
import type { ReadEvidence } from '#shared/document/parse-evidence.ts'
import type { ReadProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { readEvidence } from '#shared/document/read-evidence.ts'
import type { ChainSubject } from '#shared/judge/chain-subject.ts'
import type { EvidenceOrigin } from '#shared/judge/evidence-leaves-open.ts'
import { judgeChain, type ChainJudgement, type ChainPolicy } from '#shared/judge/judge-chain.ts'
import { GatewayUnreachable } from '../../fetch-evidence.ts'
import { showTime } from '#shared/text/show-time.ts'
import { evidencePanelWords as words } from '#shared/words/english/pages/evidence-panel.ts'

/** Asks a gateway for an enclave's evidence. @throws {GatewayUnreachable} */
export type FetchEvidence = (gateway: string, svc: ChainSubject['svc']) => Promise<Uint8Array>

interface BroughtEvidence {
  readonly origin: EvidenceOrigin
  /** As it is saved. */
  readonly text: string
  readonly judge: (subject: ChainSubject, policy: ChainPolicy) => ChainJudgement
}

export interface EvidenceState {
  readonly evidence: BroughtEvidence | null
  readonly problem: string | null
  /** What its reader waits for. */
  readonly awaits: 'nothing' | 'the gateway' | 'the file'
  readonly fetchFrom: (gateway: string) => Promise<void>
  readonly open: (file: File) => Promise<void>
}

/** An enclave's evidence: fetched from the gateway that the reader names, or opened from a file. */
export function useEvidence(
  svc: ChainSubject['svc'],
  fetchEvidence: FetchEvidence | null,
): EvidenceState {
  const [evidence, setEvidence] = useState<BroughtEvidence | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [awaits, setAwaits] = useState<EvidenceState['awaits']>('nothing')

  /** If evidence is asked for or opened twice, the later one counts, whichever takes longer. */
  const begun = useRef(0)
  function begin(): () => boolean {
    begun.current += 1
    const number = begun.current
    return () => number === begun.current
  }

  function refuse(sentence: string): void {
    setEvidence(null)
    setProblem(sentence)
  }

  async function read(
    bytes: Uint8Array,
    origin: EvidenceOrigin,
    isLatest: () => boolean,
  ): Promise<void> {
    try {
      const found = readEvidence(bytes)
      if (isStillToCome(found, Date.now() / 1000)) {
        const time = showTime(found.fetchedAt)
        return refuse(words.stillToCome(time))
      }
      const brought =
        found.type === 'countersign-evidence/1'
          ? { origin, text: textOf(found), judge: judgeBy(found) }
          : // The gateway drew its number, whoever asked for the file.
            {
              origin: 'opened' as const,
              text: parseUtf8(bytes),
              judge: await judgeByProvider(found),
            }
      if (!isLatest()) return
      setEvidence(brought)
      setProblem(null)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      refuse(words.unreadable(error.message))
    }
  }

  return {
    evidence,
    problem,
    awaits,
    async fetchFrom(gateway) {
      if (fetchEvidence === null) return
      const isLatest = begin()
      setAwaits('the gateway')
      try {
        const answered = await fetchEvidence(gateway, svc)
        if (isLatest()) await read(answered, 'asked here', isLatest)
      } catch (error) {
        if (isLatest()) setProblem(sentenceOf(error))
      } finally {
        if (isLatest()) setAwaits('nothing')
      }
    },
    async open(file) {
      const isLatest = begin()
      setAwaits('nothing')
      if (file.size > sizeLimitBytes) return refuse(words.tooLarge)
      setAwaits('the file')
      const bytes = await bytesOf(file)
      if (!isLatest()) return
      setAwaits('nothing')
      if (bytes === null) return refuse(words.notText)
      await read(bytes, 'opened', isLatest)
    },
  }
}

function judgeBy(evidence: ReadEvidence): BroughtEvidence['judge'] {
  return (subject, policy) => judgeChain({ ...subject, evidence }, policy)
}

/** What judges the evidence of providers is loaded when such evidence comes. */
async function judgeByProvider(evidence: ReadProviderEvidence): Promise<BroughtEvidence['judge']> {
  const { judgeProviderChain } = await import('#shared/judge/provider/judge-provider-chain.ts')
  return (subject) => judgeProviderChain({ ...subject, evidence })
}

function textOf({ type, nonce, fetchedAt, offer, session }: ReadEvidence): string {
  const file = { type, nonce, fetchedAt, offer, ...(session === undefined ? {} : { session }) }
  return `${JSON.stringify(file, null, 2)}\n`
}

async function bytesOf(file: File): Promise<Uint8Array | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    parseUtf8(bytes)
    return bytes
  } catch {
    return null
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof GatewayUnreachable) return error.message
  return words.programMissing
}
