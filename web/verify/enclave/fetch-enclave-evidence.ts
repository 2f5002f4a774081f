import { bytesToHex, parseUtf8 } from '#shared/bytes/bytes.ts'
import { enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import { sessionIdsOf } from '#shared/aci/verify-enclave-receipt.ts'
import type { ChainSubject } from '#shared/judge/chain-subject.ts'
import { fetchGranted } from '../../fetch-evidence.ts'
import type { FetchEvidence } from './use-evidence.ts'

/** Asks with a number drawn here, so that the evidence is no older than the question. */
export const fetchEnclaveEvidence: FetchEvidence = async (gateway, svc) => {
  const model = encodeURIComponent(svc.receipt.body.model)
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const receipt = enclaveReceiptOf(svc)
  // Of several replicas the one that signed: the keys of another say nothing about this answer.
  const keyset = typeof receipt === 'string' ? '' : `&keyset=${receipt.workload_keyset_digest}`
  const offer = await fetchGranted(gateway, `/api/e2ee/key?model=${model}&nonce=${nonce}${keyset}`)
  const fetchedAt = new Date().toISOString()
  const id = sessionOf(svc)
  const session =
    id === null
      ? null
      : await fetchGranted(gateway, `/api/e2ee/session?model=${model}&id=${id}&collateral=1`)
  return {
    type: 'countersign-evidence/1',
    nonce,
    fetchedAt,
    offer: parseUtf8(offer.bytes),
    ...(session === null ? {} : { session: parseUtf8(session.bytes) }),
  }
}

function sessionOf(svc: ChainSubject['svc']): string | null {
  const receipt = enclaveReceiptOf(svc)
  // An evidence file holds one; of a receipt that names several the others stay unaudited.
  return typeof receipt === 'string' ? null : (sessionIdsOf(receipt)[0] ?? null)
}
