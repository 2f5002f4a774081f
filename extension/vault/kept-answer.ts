import type { Json } from '#shared/canonical-json.ts'
import type { Mode } from '#shared/modes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { SecondHop } from '#shared/aci/second-hop.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import type { WhyInClear } from '#shared/judge/state/why-in-clear.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { AnswerCard, SentField, PagePath } from '../answer/answer-card.ts'

/** One answer as it was judged. Salts are here and nowhere else; no page is ever given one. */
export interface KeptAnswer {
  /** Of the receipt, 64 hex digits: the key. */
  readonly digest: string
  /** Origin of the page that received it. */
  readonly origin: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Origin of the gateway that signed, or null for one that the user did not name. */
  readonly gateway: string | null
  readonly model: string
  readonly mode: Mode
  readonly verdict: Verdict
  readonly path: PagePath
  /** The front-end sent it to its own server, too. */
  readonly sentToServer: boolean
  readonly receipt: Receipt
  readonly salts: Svc['commitment_salts']
  /** What the commitments are to; null where the user keeps no words, or where they did not open. */
  readonly words: {
    readonly messages: Json | null
    readonly message: Json | null
    /** The answer as its reader sees it. */
    readonly text: string
  } | null
  /** Members of the answer that no signature covers. */
  readonly unsigned: readonly string[]
  /** Members of the request that left in clear beside what was encrypted, and may tell something: `tools`. */
  readonly sentInClear: readonly string[]
  /** Members of the answer that came in clear beside what was encrypted. */
  readonly cameInClear: readonly string[]
  /** Who vouches for the host behind an enclave that was verified here. */
  readonly secondHop: SecondHop
  /** What was sent for it; null where it was not the extension that could see it. */
  readonly sent: readonly SentField[] | null
  /** Why the request was not encrypted, where the user wanted that when possible; null for every other one. */
  readonly whyInClear: WhyInClear | null
  /** Unix seconds until which the verified enclave may be sent to; null without one verified here. */
  readonly maySendUntil: number | null
  /** HMACs of all that a page may read like which shows the signed text (reading/plain-reading.ts). */
  readonly signedTexts: readonly string[]
  /** HMACs of texts that its badge stood beside, by themselves and behind what stood before them. */
  readonly shownTexts: readonly string[]
  /** Whether the text beside its badge was found to be the text signed. */
  readonly shown: AnswerCard['shown']
  /** How it was found that its badge belongs there. */
  readonly found: AnswerCard['found']
  /** The page's own name of the message that it stood at; null where pages have none. */
  readonly messageId: string | null
  /** About so many bytes. */
  readonly size: number
}
