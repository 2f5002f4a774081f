import { utf8ToBytes } from '#shared/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { judgeSubject } from '#shared/document/judge-subject.ts'
import { recognise } from '#shared/document/recognise.ts'
import type { Subject } from '#shared/document/subject.ts'
import type { Verdict } from '#shared/verdict.ts'
import { badgeView, noSigner, type Path } from '../badge/badge-view.ts'
import type { BadgeView } from '../messages.ts'
import type { Gateway } from './settings.ts'

/** One response as a page received it. */
export interface ReceivedAnswer {
  readonly url: string
  readonly request: string | null
  readonly text: string
}

type AnswerSubject = Extract<Subject, { kind: 'answer' | 'transcript' }>

export interface JudgedAnswer {
  readonly view: BadgeView
  readonly subject: AnswerSubject
  readonly gateway: string | null
}

export interface Trust {
  readonly gateways: readonly Gateway[]
  readonly development: boolean
}

/** Null for what carries no `svc`: nothing is said about it, and no neighbour's receipt is borrowed. */
export function judgeAnswer(answer: ReceivedAnswer, trust: Trust): JudgedAnswer | null {
  if (!answer.text.includes('"svc"')) return null
  const recognition = recognise(utf8ToBytes(answer.text.toWellFormed()))
  if (recognition.kind !== 'recognised') return null
  const { subject } = recognition
  if (subject.kind !== 'answer' && subject.kind !== 'transcript') return null
  const { receipt } = subject.svc
  const gateway = trust.gateways.find(({ signers }) => isSigner(signers, receipt.signer))
  if (!gateway) return { view: noSigner, subject, gateway: null }
  const path: Path = originOf(answer.url) === gateway.origin ? 'direct' : 'through-the-site'
  const verdict = judge(subject, gateway, { answer, path, development: trust.development })
  return { view: badgeView({ verdict, receipt, path }), subject, gateway: gateway.origin }
}

interface Judging {
  readonly answer: ReceivedAnswer
  readonly path: Path
  readonly development: boolean
}

function judge(subject: AnswerSubject, { signers }: Gateway, judging: Judging): Verdict {
  // A site's own server sends the gateway other messages than the page sent it.
  const messages = judging.path === 'direct' ? messagesOf(judging.answer.request) : undefined
  const openings = messages === undefined ? {} : { prompt: { values: [messages] } }
  const simulatedEnclave = judging.development ? 'accept-in-development' : 'reject'
  return judgeSubject(subject, openings, { signers, policy: { simulatedEnclave } }).verdict
}

function isSigner({ current, retired }: Gateway['signers'], address: string): boolean {
  return [current, ...retired].some((signer) => signer.address === address)
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin
  } catch {
    return null
  }
}

function messagesOf(request: string | null): Json | undefined {
  try {
    const { messages } = JSON.parse(request ?? '{}') as { messages?: Json }
    return messages
  } catch {
    return undefined
  }
}

/** What the reader sees of the answer, for finding it in the page. */
export function shownText({ message }: AnswerSubject): string {
  const { content } = (message ?? {}) as { content?: unknown }
  return typeof content === 'string' ? content : ''
}
