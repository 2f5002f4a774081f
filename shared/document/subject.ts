import type { Json } from '../canonical-json.ts'
import type { DialectId } from '../dialects/api-dialect.ts'
import type { Disclosure } from '../disclosure/parse-disclosure.ts'
import type { Receipt } from '../receipt/parse-receipt.ts'
import type { Svc } from '../svc/parse-svc.ts'
import type { FiledAnswer } from './filed-answer.ts'

/** Whether a file holds the answer's own bytes, or a program wrote them anew. */
type Form = 'as it came' | 'written anew'

/** The request, where it stands in the file beside the answer. */
export interface AskedInFile {
  /** What is committed to of it, or the request of which that is a part. */
  readonly messages: Json
  readonly model: string | null
}

interface AnswerInFile {
  readonly dialect: DialectId
  readonly svc: Svc
  readonly message: Json
  readonly form: Form
  readonly asked: AskedInFile | null
  /** Members that no signature covers (shared/svc/unsigned-members.ts). */
  readonly unsigned: readonly string[]
  /** As it came, with `svc` in it. */
  readonly bytes: Uint8Array
}

/** What the reader brought, parsed. `message` is what the file itself says was answered. */
export type Subject =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'disclosure'; readonly disclosure: Disclosure }
  /** The answer comes from an export of the extension. */
  | { readonly kind: 'filed'; readonly answer: FiledAnswer }
  | { readonly kind: 'svc'; readonly svc: Svc }
  | ({ readonly kind: 'answer' } & AnswerInFile)
  | ({
      readonly kind: 'transcript'
      /** Whether `data: [DONE]` was there. */
      readonly end: 'marked' | 'missing'
    } & AnswerInFile)

/**
 * `unrecognised`: it is nothing this page knows. `incomplete`: it is, and a part is missing.
 * `invalid`: it is, and what is there cannot stand. None of them was judged.
 */
export type Refusal = {
  readonly kind: 'unrecognised' | 'incomplete' | 'invalid'
  readonly sentence: string
}

interface Recognised {
  readonly kind: 'recognised'
  readonly subject: Subject
}

export type Recognition =
  | Recognised
  /** Several answers, each still to be read (recognise-export.ts). Nothing is ever said of them together. */
  | { readonly kind: 'export'; readonly entries: readonly Json[] }
  | Refusal

/** A file with several answers. */
export type FilePart = Recognised | Refusal

/** What a whole file is. */
export type FileRecognition =
  | Recognition
  /** Several answers, in the order of the file, each by itself: one is no word for another. */
  | { readonly kind: 'several'; readonly parts: readonly FilePart[] }

export function receiptOf(subject: Subject): Receipt {
  switch (subject.kind) {
    case 'receipt':
      return subject.receipt
    case 'disclosure':
      return subject.disclosure.receipt
    case 'filed':
      return subject.answer.receipt
    case 'svc':
    case 'answer':
    case 'transcript':
      return subject.svc.receipt
  }
}

/** The model of the request that stands in the file beside the answer; null where none does. */
export function modelAskedIn(subject: Subject): string | null {
  const { asked } = subject.kind === 'answer' || subject.kind === 'transcript' ? subject : {}
  return asked?.model ?? null
}

export function recognised(subject: Subject): FilePart {
  return { kind: 'recognised', subject }
}

export function refuse(kind: Refusal['kind'], sentence: string): Refusal {
  return { kind, sentence }
}
