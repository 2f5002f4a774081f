import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { verifyMessage } from 'viem'

interface Exchange {
  readonly svc: {
    readonly receipt_digest: string
    readonly receipt: {
      readonly body: {
        readonly promptCommit: string
        readonly responseCommit: string
        readonly mode: string
      }
      readonly digest: string
      readonly signature: string
    }
    readonly commitment_salts: { readonly prompt: string; readonly response: string }
  }
  readonly messages: unknown
  readonly message: unknown
  /** `seal_signer` of `/api/limits`. */
  readonly sealSigner: string
}

/**
 * The rules of FORMAT.md §2 and §3, with public packages and nothing of this
 * repository: what a stranger would write.
 */
export async function verifyIndependently({ svc, messages, message, sealSigner }: Exchange) {
  const { receipt, commitment_salts: salts } = svc
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  return {
    digest:
      sha256(canonicalize(receipt.body) ?? '') === receipt.digest &&
      receipt.digest === svc.receipt_digest,
    signature: await verifyMessage({
      address: sealSigner as `0x${string}`,
      message: receipt.digest,
      signature: receipt.signature as `0x${string}`,
    }),
    prompt: sha256(`${salts.prompt}:${canonicalize(messages)}`) === receipt.body.promptCommit,
    response: sha256(`${salts.response}:${canonicalize(message)}`) === receipt.body.responseCommit,
  }
}

export const allHold = { digest: true, signature: true, prompt: true, response: true }
