import { canonicalInSteps } from '#shared/canonical-json.ts'
import { beforeValue, commit } from '#shared/commitment/commit.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import type { DialectId, PromptForm } from '#shared/dialects/api-dialect.ts'
import { promptValue } from '#shared/dialects/prompt-value.ts'
import type { Digest, Sha256 } from '#shared/digest.ts'
import { isEnclaveMode, privacyLabel, type Mode } from '#shared/modes.ts'
import { issueReceipt } from '#shared/receipt/issue-receipt.ts'
import { mostCopiedBytes, useCanonicalCopy } from './request/canonical-copy.ts'
import type { ReceiptBody } from '#shared/receipt/parse-receipt.ts'
import type { EnclaveProof } from '../common/upstream.ts'
import type { ApiRequest } from './request/parse-request.ts'
import type { Why } from './why.ts'

interface ActiveSigner {
  /** 20 bytes, lowercase hex with 0x. */
  readonly address: string
  /** EIP-191 personal-message hash (32 bytes) → r ‖ s ‖ v, `0x` and 130 hex digits. */
  readonly sign: (messageHash: Uint8Array) => string
}

export interface IssueDeps {
  readonly sha256: Sha256
  /** 64 lowercase hex digits of 32 fresh random bytes. */
  readonly newSalt: () => Salt
  /** Milliseconds since 1970. */
  readonly unixMs: () => number
  /** The signer whose term contains `at`. */
  readonly signerAt: (at: Date) => ActiveSigner
  /** Reads the terms again where that was not done lately; null where it was. Never rejects. */
  readonly freshen: (at: Date) => Promise<void> | null
}

/** The prompt's half of the commitments, made before the answer is known. */
export interface CommittedPrompt {
  readonly salt: Salt
  readonly promptCommit: Digest
}

/** Commits to what a request of that form asks. Stops after each pass over it. */
export function* commitRequest(
  request: Pick<ApiRequest, 'bytes' | 'members' | 'texts' | 'whole'>,
  form: PromptForm,
  deps: IssueDeps,
): Generator<void, CommittedPrompt, undefined> {
  const salt = deps.newSalt()
  const copied = commitCopy(request, form, salt, deps.sha256)
  if (copied !== null) return { salt, promptCommit: copied }
  const canonical = yield* canonicalInSteps(promptValue(form, request.whole()))
  yield
  const promptCommit = commit(canonical, salt, deps.sha256)
  // The body that is made next, and sent, has a turn of its own.
  yield
  return { salt, promptCommit }
}

/** The same of the request's own bytes; null where they have to be written anew, or in steps. */
function commitCopy(
  { bytes, members, texts }: Pick<ApiRequest, 'bytes' | 'members' | 'texts'>,
  form: PromptForm,
  salt: Salt,
  sha256: Sha256,
): Digest | null {
  if (bytes.length > mostCopiedBytes) return null
  const valueOf = (name: string) => members.find(({ key }) => key === name)?.valueStart ?? 'null'
  const parts =
    form.kind === 'member'
      ? [beforeValue(salt), valueOf(form.name)]
      : [
          ...form.names
            .toSorted()
            .flatMap((name, index) => [
              `${index === 0 ? `${beforeValue(salt)}{` : ','}"${name}":`,
              valueOf(name),
            ]),
          '}',
        ]
  return useCanonicalCopy({ bytes, texts, parts }, sha256)
}

/** @param canonical RFC 8785 text of what was asked */
export function commitPrompt(canonical: string, { sha256, newSalt }: IssueDeps): CommittedPrompt {
  const salt = newSalt()
  return { salt, promptCommit: commit(canonical, salt, sha256) }
}

export interface AnswerFacts {
  /** Catalogue id, never the trait. */
  readonly model: string
  readonly mode: Mode
  readonly contentPolicy: 'standard' | 'uncensored' | 'unmoderated'
  readonly viaTrait: string | null
  readonly why: Why | null
  readonly prompt: CommittedPrompt
  /** The dialect of the exchange, a hint for readers; absent for a chat. */
  readonly committed?: Exclude<DialectId, 'chat'>
  /** Whether the gateway wrote the answer anew, since the upstream speaks another dialect. */
  readonly translated?: boolean
  /** Canonical text of what is committed to: of a chat, `choices[0].message`, as sent or as assembled from the stream. */
  readonly messageText: string
  /** Where an enclave answered; null otherwise. */
  readonly proof: EnclaveProof | null
}

function enclaveFacts({ providerId, measurement, verifiedBy }: EnclaveProof) {
  return { providerId, measurement, verifiedBy }
}

/** What the enclave signed, and where the evidence of it is kept. */
function enclaveMembers(proof: EnclaveProof | null): string {
  const { receipt = null, evidence = null } = proof ?? {}
  return (
    (receipt === null
      ? ''
      : `,"enclave_receipt_id":${JSON.stringify(receipt.id)},"enclave_receipt":${receipt.text}`) +
    (evidence === null ? '' : `,"evidence":"${evidence}"`)
  )
}

export interface IssuedAnswer {
  /** The block, as JSON text. */
  readonly svcText: string
  /** Of the receipt in it. */
  readonly digest: Digest
}

/** Signs what was delivered, and writes the `svc` block (FORMAT.md §4.1). */
export function issueAnswer(facts: AnswerFacts, deps: IssueDeps): IssuedAnswer {
  const optional =
    enclaveMembers(facts.proof) +
    (facts.committed === undefined ? '' : `,"committed":"${facts.committed}"`) +
    (facts.translated === true ? ',"translated":true' : '') +
    (facts.viaTrait === null ? '' : `,"resolved_via_trait":${JSON.stringify(facts.viaTrait)}`) +
    (facts.why === null ? '' : `,"why":${JSON.stringify(facts.why)}`)
  const responseSalt = deps.newSalt()
  const responseCommit = commit(facts.messageText, responseSalt, deps.sha256)
  if (isEnclaveMode(facts.mode) !== (facts.proof !== null)) {
    throw new Error('an enclave mode needs a proof, and no other mode has one')
  }
  const label = privacyLabel(facts.mode, facts.proof?.verifiedBy)
  const issuedAt = new Date(deps.unixMs())
  const body: ReceiptBody = {
    v: 1,
    issuedAt: issuedAt.toISOString(),
    model: facts.model,
    mode: facts.mode,
    promptCommit: facts.prompt.promptCommit,
    responseCommit,
    ...(facts.proof === null ? {} : { enclave: enclaveFacts(facts.proof) }),
  }
  const signer = deps.signerAt(issuedAt)
  const { digest, receiptText } = issueReceipt(body, {
    sha256: deps.sha256,
    sign: signer.sign,
    address: signer.address,
  })
  const svcText =
    `{"privacy_mode":"${facts.mode}","privacy_label":${JSON.stringify(label)}` +
    `,"content_policy":"${facts.contentPolicy}","receipt_digest":"${digest}","receipt":${receiptText}` +
    `,"commitment_salts":{"prompt":"${facts.prompt.salt}","response":"${responseSalt}"}${optional}}`
  return { svcText, digest }
}
