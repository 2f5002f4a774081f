import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import { FormatError } from '#shared/errors.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import type { ByHand } from './by-hand.ts'
import type { SignerSource } from './signer-source.ts'
import { receiptOf, type Subject } from '#shared/document/subject.ts'
import { byHandWords as words } from '#shared/words/english/pages/by-hand.ts'

interface Judged {
  readonly subject: Subject
  readonly opened: Exchange
  readonly salts: { readonly prompt?: Salt | undefined; readonly response?: Salt | undefined }
  readonly source: SignerSource
}

/** Null for a check that there is no command for, or nothing to run it on. */
export function repeatByHand(id: CheckId, judged: Judged): ByHand | null {
  const { subject, opened, salts, source } = judged
  const { body, digest, signature, signer } = receiptOf(subject)
  switch (id) {
    case 'receipt.digest': {
      const bytes = canonicalJson(body as unknown as Json)
      return { commands: [digestCommand(bytes)], expect: words.prints(digest), bytes }
    }
    case 'receipt.signature':
      return {
        commands: [
          `cast wallet verify --address ${signer} ${digest} ${signature}`,
          `node --input-type=module -e 'import { verifyMessage } from "viem"; console.log(await verifyMessage({ address: "${signer}", message: "${digest}", signature: "${signature}" }))'`,
        ],
        expect: words.signature,
        bytes: `\\x19Ethereum Signed Message:\\n64${digest}`,
      }
    case 'receipt.signer': {
      const gateway =
        source.kind === 'gateway' || source.kind === 'pin' ? source.gateway : words.gateway
      return {
        commands: [`curl -s ${shellWord(`${gateway}/api/limits`)}`],
        expect: words.signer(body.issuedAt, signer),
      }
    }
    case 'commitment.prompt':
      return commitment(opened.messages, salts.prompt, body.promptCommit)
    case 'commitment.response':
      return commitment(opened.message, salts.response, body.responseCommit)
    default:
      return null
  }
}

function commitment(
  value: Json | undefined,
  salt: Salt | undefined,
  expected: string,
): ByHand | null {
  if (value === undefined || salt === undefined) return null
  const text = canonicalText(value)
  if (text === null) return null
  const bytes = `${salt}:${text}`
  return { commands: [digestCommand(bytes)], expect: words.prints(expected), bytes }
}

/** Null for a value that JCS cannot write: there are no bytes to digest then. */
function canonicalText(value: Json): string | null {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return null
  }
}

function digestCommand(text: string): string {
  return `printf %s ${shellWord(text)} | sha256sum`
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
