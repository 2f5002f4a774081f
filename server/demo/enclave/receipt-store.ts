import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { AciError } from './aci-error.ts'
import type { Fault } from './faults.ts'

interface StoredReceipt {
  readonly text: string
  /** SHA-256 of the bearer, or null for a public receipt. */
  readonly owner: string | null
}

/** Receipts of one replica: nobody else knows them. */
export interface ReceiptStore {
  keep(id: string, text: string, request: FastifyRequest): void
  /** @throws {AciError} */
  find(id: string, request: FastifyRequest, fault: Fault | null): string
}

export function createReceiptStore(): ReceiptStore {
  const receipts = new Map<string, StoredReceipt>()
  return {
    keep(id, text, request) {
      receipts.set(id, { text, owner: ownerOf(request) })
    },
    find(id, request, fault) {
      const owner = ownerOf(request)
      const stored = fault === 'foreign-receipt' ? [...receipts.values()][0] : receipts.get(id)
      if (owner === null && stored?.owner)
        throw new AciError(401, 'unauthorized', simulatorErrors.noCredential)
      if (!stored || stored.owner !== owner || fault === 'receipt-missing') {
        throw new AciError(404, 'not_found', simulatorErrors.noSuchReceipt)
      }
      return stored.text
    },
  }
}

function ownerOf({ headers }: FastifyRequest): string | null {
  const bearer = /^[Bb]earer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer === undefined ? null : createHash('sha256').update(bearer).digest('hex')
}
