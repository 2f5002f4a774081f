import type { Operator } from '#shared/limits-statement/parse-operator.ts'
import * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import { readOr } from '#shared/read-or.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { AnswerCard, PagePath, SentField } from '../answer/answer-card.ts'
import type { Said } from '../answer/said.ts'
import type { PinnedGateway, Settings } from '../settings/settings.ts'
import type { KeptAnswer } from '../vault/kept-answer.ts'

// What the extension's own pages ask of the background, and what they are told.

const Origin = Type.String({ maxLength: 2048 })
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const of = <Kind extends string>(kind: Kind) => ({ kind: Type.Literal(kind) })
const one = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>({ anyOf: words.map((word) => Type.Literal(word)) })

const UiRequestSchema = Type.Union([
  Type.Object(of('read-settings')),
  /** What a gateway says of itself, before it is named. Nothing is kept. */
  Type.Object({ ...of('look-at-gateway'), url: Origin }),
  /** Pins the signer that was shown; refused when the gateway publishes another one by now. */
  Type.Object({
    ...of('add-gateway'),
    origin: Origin,
    signer: Type.String({ maxLength: 42 }),
    key: Type.Union([Type.String({ maxLength: 512 }), Type.Null()]),
  }),
  Type.Object({ ...of('remove-gateway'), origin: Origin }),
  /** Asks the gateway for a key. It is kept here and shown this once. */
  Type.Object({ ...of('make-key'), origin: Origin }),
  Type.Object({
    ...of('set-key'),
    origin: Origin,
    key: Type.Union([Type.String({ maxLength: 512 }), Type.Null()]),
  }),
  /** Reads `/api/limits` of a named gateway again; a change of its signer becomes an alarm. */
  Type.Object({ ...of('check-gateway'), origin: Origin }),
  Type.Object({ ...of('answer-signer-change'), origin: Origin, answer: one('accept', 'reject') }),
  /** `tabId`: a tab of it whose page is loaded again, so that it is watched from its beginning on. */
  Type.Object({ ...of('enable-site'), origin: Origin, tabId: Type.Optional(Type.Integer()) }),
  Type.Object({ ...of('disable-site'), origin: Origin }),
  Type.Object({
    ...of('set-pair'),
    pair: Type.Object({
      site: Origin,
      gateway: Origin,
      takeover: one('off', 'possible', 'always'),
      key: one('page', 'mine'),
      tools: one('ask', 'asking', 'leave-out', 'send'),
      clear: one('refuse', 'allow'),
    }),
  }),
  Type.Object({
    ...of('set-retention'),
    retention: Type.Object({
      days: Type.Integer({ minimum: 1, maximum: 3650 }),
      megabytes: Type.Integer({ minimum: 1, maximum: 1024 }),
      words: one('keep', 'leave-out'),
    }),
  }),
  /** Reference values as JSON text; null for those that are shipped. */
  Type.Object({
    ...of('set-measurements'),
    text: Type.Union([Type.String({ maxLength: 256 * 1024 }), Type.Null()]),
  }),
  Type.Object({ ...of('set-development'), on: Type.Boolean() }),
  /** Newest first. */
  Type.Object({
    ...of('list-answers'),
    origin: Type.Union([Origin, Type.Null()]),
    /** Words that must all occur in the site, gateway, model, mode, state, digest, time or the words kept. */
    search: Type.String({ maxLength: 200 }),
    /** How many to leave out at the start. */
    skip: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ ...of('read-answer'), digest: Digest }),
  Type.Object({ ...of('read-conversation'), tabId: Type.Integer() }),
  /** The file's text: the receipt and the chosen side, with that side's salt and no other. */
  Type.Object({ ...of('disclose'), digest: Digest, side: one('prompt', 'response') }),
  Type.Object(of('export-all')),
  Type.Object({ ...of('import'), text: Type.String({ maxLength: 64 * 1024 * 1024 }) }),
  Type.Object(of('wipe')),
])

export type UiRequest = Type.Static<typeof UiRequestSchema>

/** What a permission was asked for. */
export type Wanted = Extract<UiRequest, { kind: 'enable-site' }>

/** What a gateway says of itself (`/api/limits`). */
export interface GatewayFacts {
  readonly origin: string
  readonly signers: SignerHistory
  readonly operator: Operator | null
  readonly notPromised: readonly {
    readonly id: string
    readonly text: string
    readonly because: string
  }[]
}

/** A gateway as a page of the extension is told it: without the key. */
export type ShownGateway = Omit<PinnedGateway, 'key'> & { readonly hasKey: boolean }

export type ShownSettings = Omit<Settings, 'gateways'> & {
  readonly gateways: readonly ShownGateway[]
}

/** An answer in a list. */
export interface ListedAnswer {
  readonly card: AnswerCard
  readonly origin: string
  readonly gateway: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  /** How it came. */
  readonly path: PagePath['kind']
  /** First words of what was asked; null where no words are kept, or where they left encrypted. */
  readonly question: string | null
}

/** One answer with everything that is known of it but its salts. */
export interface FullAnswer extends ListedAnswer {
  readonly verdict: KeptAnswer['verdict']
  readonly receipt: KeptAnswer['receipt']
  readonly words: KeptAnswer['words']
  readonly sent: readonly SentField[] | null
  /** To the gateway's page with all that is kept of it; null for an unknown gateway. */
  readonly checkLink: string | null
}

/** One answer of a tab, as every surface says it. */
export interface TabAnswer {
  readonly said: Said
  /** What is kept of it; null where no receipt came that could be judged. */
  readonly answer: ListedAnswer | null
}

/** What stands in one tab, from top to bottom. */
export interface Conversation {
  readonly origin: string | null
  readonly turns: readonly TabAnswer[]
  /** Judged for this page and without a place on it: titles, summaries, answers that are gone. */
  readonly unplaced: readonly TabAnswer[]
  /**
   * What is said of its weakest answer, and which turn that is, counted from 0, or null for one that failed
   * or is being written and has no place; null for no answers.
   */
  readonly weakest: { readonly said: Said; readonly at: number | null } | null
  readonly receipts: 'arrive' | 'none'
  /** Id of the front-end; null while it is not known. */
  readonly frontend: string | null
  /** What left this device for the newest request of this tab. */
  readonly sent: readonly SentField[] | null
}

/** What each request is answered with. A request that fails is answered with `{error}`, a sentence. */
export interface UiAnswers {
  'read-settings': ShownSettings
  'look-at-gateway': GatewayFacts & { readonly known: 'no' | 'same-signer' | 'other-signer' }
  'add-gateway': ShownSettings
  'remove-gateway': ShownSettings
  'make-key': { readonly key: string }
  'set-key': ShownSettings
  'check-gateway': GatewayFacts & { readonly changed: boolean }
  'answer-signer-change': ShownSettings
  'enable-site': ShownSettings
  'disable-site': ShownSettings
  'set-pair': ShownSettings
  'set-retention': ShownSettings
  'set-measurements': ShownSettings
  'set-development': ShownSettings
  'list-answers': { readonly answers: readonly ListedAnswer[]; readonly total: number }
  'read-answer': FullAnswer | null
  'read-conversation': Conversation
  disclose: { readonly fileName: string; readonly text: string }
  'export-all': { readonly fileName: string; readonly text: string }
  import: { readonly added: number; readonly known: number }
  wipe: { readonly wiped: number }
}

/** @returns null for anything that is no such request */
export function parseUiRequest(message: unknown): UiRequest | null {
  return readOr(null, () => checkShape(message, UiRequestSchema, 'the request', 'SVC_MALFORMED'))
}
