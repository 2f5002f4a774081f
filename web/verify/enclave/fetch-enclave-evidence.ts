import { bytesToHex, parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import { sessionIdsOf } from '#shared/aci/verify-enclave-receipt.ts'
import type { ChainSubject } from '#shared/judge/chain-subject.ts'
import { fetchGranted, GatewayUnreachable } from '../../fetch-evidence.ts'
import { evidencePanelWords as words } from '#shared/words/english/pages/evidence-panel.ts'
import type { FetchEvidence } from './use-evidence.ts'

/** What the gateway kept of a provider's enclave, or the evidence of one that answers whoever asks. */
export const fetchEnclaveEvidence: FetchEvidence = async (gateway, svc) => {
  const { evidence } = svc
  return evidence === undefined
    ? utf8ToBytes(JSON.stringify(await fetchFresh(gateway, svc)))
    : fetchKept(gateway, evidence)
}

async function fetchKept(gateway: string, digest: string): Promise<Uint8Array> {
  const { bytes } = await fetchGranted(gateway, `/api/evidence/${digest}`)
  if (sha256Digest(bytes) === digest) return bytes
  throw new GatewayUnreachable(words.otherEvidence(new URL(gateway).host))
}

/** Asks with a number drawn here, so that the evidence is no older than the question. */
async function fetchFresh(gateway: string, svc: ChainSubject['svc']): Promise<Evidence> {
  const model = encodeURIComponent(svc.receipt.body.model)
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const receipt = enclaveReceiptOf(svc)
  // The replica that signed must be found: the keys of another replica say nothing about this answer.
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
