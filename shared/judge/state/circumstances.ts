import { showName } from '../../text/show-name.ts'
import { circumstanceWords as words } from '../../words/english/verdict/circumstances.ts'
import type { TextShown } from './state-of.ts'
import { whyInClearLine, type WhyInClear } from './why-in-clear.ts'

/** How an answer came to whoever judges it. What a server on its way saw, it saw in clear. */
export type Path =
  /** Encrypted here for the enclave: nobody on its way read it. */
  | { readonly kind: 'sealed' }
  /** Over a connection that ends in the enclave: everything was inside it, and no gateway saw it. */
  | { readonly kind: 'enclave' }
  /** Straight from the gateway’s own address. */
  | { readonly kind: 'direct' }
  /** Through the server of this host. */
  | { readonly kind: 'through'; readonly host: string }
  /** From a file, which does not show the way. */
  | { readonly kind: 'file' }

/** Parts of a text that could not be compared with what was signed. */
export interface UncomparedCount {
  /** Formulas whose source the page does not keep. */
  readonly formulas: number
  /** Pieces of code that are out of sight. */
  readonly code: number
}

/** What stands beside every state. It changes the words, and never lifts a state. */
export interface Circumstances {
  readonly path: Path
  /** Whether the page sent its own server the same words, too. */
  readonly sentToServer: boolean
  readonly textShown: TextShown
  /** Where it is the same but for parts: how many of each kind. */
  readonly uncompared?: UncomparedCount | null
  /** Day of the answer, where nothing but its words says that it is the one on the page: `2026-11-21`. */
  readonly foundByWords?: string | null
  /** Members of the request that left in clear beside what was encrypted: `tools`. */
  readonly sentInClear: readonly string[]
  /** What became of the tools that a page added to an encrypted request; null or left out where it added none. */
  readonly tools?: 'left out' | 'in clear' | null
  /** Why the request was not encrypted, where that was wanted. */
  readonly whyInClear?: WhyInClear | null
  /** The request's own settings, by name: `temperature`; null or left out where the request is not known. */
  readonly settings?: readonly string[] | null
  /** Members of the answer that came in clear beside what was encrypted. */
  readonly cameInClear: readonly string[]
  /** Members of the answer that no signature covers (unsigned-members.ts). */
  readonly unsigned: readonly string[]
}

/** The sentences that belong to them, in the order of the members. Technical members stand in `technicalLines`. */
export function circumstanceLines(circumstances: Circumstances): readonly string[] {
  const { textShown, uncompared, foundByWords, sentInClear, cameInClear, unsigned } = circumstances
  const { tools = null, whyInClear = null } = circumstances
  return [
    pathLine(circumstances),
    ...(whyInClear === null ? [] : [whyInClearLine(whyInClear)]),
    ...(tools === null ? [] : [toolsLines[tools]]),
    ...(textShown === 'not shown' || textShown === 'differs'
      ? []
      : [textLine(textShown, uncompared)]),
    // Words may be said twice, and once without a receipt.
    ...(typeof foundByWords === 'string' ? [words.foundByWords(foundByWords)] : []),
    ...(sentInClear.length === 0 ? [] : [words.sentInClear(list(sentInClear))]),
    ...(cameInClear.length === 0 ? [] : [words.cameInClear(list(cameInClear))]),
    ...(unsigned.some(isChoice) ? [words.otherChoice] : []),
  ]
}

/** Sentences for whoever opens the details: the members that no signature covers. */
export function technicalLines({ unsigned }: Pick<Circumstances, 'unsigned'>): readonly string[] {
  return unsigned.length === 0 ? [] : [words.unsigned(list(unsigned))]
}

const toolsLines = { 'left out': words.toolsLeftOut, 'in clear': words.toolsInClear } as const

function isChoice(member: string): boolean {
  return /^choices\[[^\]]*\]$/.test(member)
}

function textLine(
  shown: keyof typeof textLines | 'same but for parts',
  uncompared: UncomparedCount | null = null,
): string {
  return shown === 'same but for parts' ? partsLine(uncompared) : textLines[shown]
}

function partsLine(uncompared: UncomparedCount | null): string {
  const { formulas = 0, code = 0 } = uncompared ?? {}
  const parts = [
    ...(formulas === 0 ? [] : [words.formulas(formulas)]),
    ...(code === 0 ? [] : [words.code(code)]),
  ]
  return parts.length === 0 ? words.sameWords : words.sameBut(parts.join(words.join))
}

const textLines = {
  same: words.same,
  'could not tell': words.couldNotTell,
  'not compared': words.notCompared,
  other: words.other,
} as const

function pathLine({ path, sentToServer }: Pick<Circumstances, 'path' | 'sentToServer'>): string {
  const toldToo = sentToServer ? ` ${words.toldServer}` : ''
  switch (path.kind) {
    case 'sealed':
      return `${words.sealed}${toldToo}`
    case 'enclave':
      return words.enclave
    case 'direct':
      return `${words.direct}${toldToo}`
    case 'through':
      return words.through(path.host)
    case 'file':
      return words.file
  }
}

/** A hostile answer may have members by the thousand, with names as long. */
const namesShown = 12
const nameLength = 64

function list(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map((name) => showName(name, nameLength))
  const more = names.length - shown.length
  return more > 0 ? words.andMore(shown.join(', '), more) : shown.join(', ')
}
