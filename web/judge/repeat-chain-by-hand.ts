import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import { signedPart } from '#shared/aci/parse-enclave-receipt.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import type { CheckId } from '#shared/claims.ts'
import { enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import { enclaveBytes } from '#shared/judge/enclave-bytes.ts'
import type { ChainSubject } from '#shared/judge/chain-subject.ts'
import type { ChainJudgement } from '#shared/judge/judge-chain.ts'
import type { ByHand } from './by-hand.ts'
import { shellWord } from './repeat-by-hand.ts'
import { byHandWords as words } from '#shared/words/english/pages/by-hand.ts'

/** DER of an Ed25519 public key, up to its 32 bytes (RFC 8410 section 4). */
const ed25519Prefix = '302a300506032b6570032100'

/** Checks of the enclave's receipt, made with openssl and sha256sum. Null for the others. */
export function repeatChainByHand(
  id: CheckId,
  { svc, bytes, form }: ChainSubject,
  { enclave }: ChainJudgement,
): ByHand | null {
  const receipt = enclaveReceiptOf(svc)
  if (typeof receipt === 'string') return null
  if (id === 'enclave-receipt.response') {
    const sent = bytes === null ? null : enclaveBytes(bytes, form)
    if (sent === null) return null
    const text = parseUtf8(sent)
    const whole = form === 'answer' ? text : `${text.trimEnd()}\n\n`
    const event = receipt.event_log.find(({ type }) => type === 'response.returned')
    return {
      commands: [`printf %s ${shellWord(whole)} | sha256sum`],
      expect: words.printsDigest(String(event?.['body_hash'])),
      bytes: whole,
    }
  }
  const key = enclave?.keyset.receipt_signing_keys.find(({ key_id }) => key_id === receipt.key_id)
  if (id !== 'enclave-receipt.signature' || !key) return null
  const signed = aciCanonicalJson(signedPart(receipt))
  return {
    commands: [
      `printf ${ed25519Prefix}${key.public_key} | xxd -r -p | openssl pkey -pubin -inform DER -out enclave.pem`,
      `printf %s ${shellWord(signed)} > signed.json`,
      `printf ${receipt.signature} | xxd -r -p > signature.bin`,
      'openssl pkeyutl -verify -pubin -inkey enclave.pem -rawin -in signed.json -sigfile signature.bin',
    ],
    expect: words.printsSuccess,
    bytes: signed,
  }
}
