import { useState } from 'react'
import { parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import { parseEvidence, type Evidence, type ReadEvidence } from '#shared/evidence/parse-evidence.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import { GatewayUnreachable } from '../fetch-evidence.ts'

/** Asks a gateway for an enclave's evidence. @throws {GatewayUnreachable} */
export type FetchEvidence = (gateway: string, svc: Svc) => Promise<Evidence>

export interface EvidenceState {
  readonly evidence: ReadEvidence | null
  readonly problem: string | null
  readonly asking: boolean
  readonly fetchFrom: (gateway: string) => Promise<void>
  readonly open: (file: File) => Promise<void>
}

/** An enclave's evidence: fetched from the gateway that the reader names, or opened from a file. */
export function useEvidence(svc: Svc, fetchEvidence: FetchEvidence | null): EvidenceState {
  const [evidence, setEvidence] = useState<ReadEvidence | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)

  function read(bytes: Uint8Array): void {
    try {
      setEvidence(parseEvidence(bytes))
      setProblem(null)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      setEvidence(null)
      setProblem(`This is no evidence that can be read: ${error.message}.`)
    }
  }

  return {
    evidence,
    problem,
    asking,
    async fetchFrom(gateway) {
      if (fetchEvidence === null) return
      setAsking(true)
      try {
        read(utf8ToBytes(JSON.stringify(await fetchEvidence(gateway, svc))))
      } catch (error) {
        if (!(error instanceof GatewayUnreachable)) throw error
        setProblem(error.message)
      } finally {
        setAsking(false)
      }
    },
    async open(file) {
      if (file.size > sizeLimitBytes) return setProblem('This file is too large for evidence.')
      const bytes = new Uint8Array(await file.arrayBuffer())
      try {
        parseUtf8(bytes)
      } catch {
        return setProblem('This file is not text in UTF-8.')
      }
      read(bytes)
    },
  }
}
