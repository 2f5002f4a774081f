import { join } from 'node:path'
import { build } from 'vite'
import { isGood, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import type { AnswerCard } from '../../../extension/answer/answer-card.ts'

const folder = join(import.meta.dirname, '../../../extension')
const places = {
  'make-badge': 'content/badge',
  'find-turn': 'content/turns',
  'place-badges': 'content/turns',
  'read-shown': 'reading/page',
} as const

/** One file of the badge as a program for a page of a test, which finds its exports under `badge`. */
export async function bundleBadge(file: keyof typeof places): Promise<string> {
  const entry = join(folder, places[file], `${file}.ts`)
  const built = await build({
    configFile: false,
    resolve: { alias: { '#shared': join(import.meta.dirname, '../../../shared') } },
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'badge' } },
  })
  const [bundle] = Array.isArray(built) ? built : []
  return bundle?.output[0].code ?? ''
}

/** What a card may say. */
export function cardOf(state: AnswerState): AnswerCard {
  return {
    digest: 'ab'.repeat(32),
    isGood: isGood(state),
    state,
    ...lookOf(state),
    label: 'A label of it',
    sentence: 'A sentence about the answer.',
    technical: ['Not covered by the signature: id.'],
    notEstablished: ['One thing.', '<img src=x onerror=alert(1)>'],
    failed: state === 'failed' ? { id: 'receipt.digest', reason: 'a reason' } : null,
    mode: 'tee',
    model: 'svc-chat',
    operator: null,
    issuedAt: '2026-11-21T00:00:00.000Z',
    circumstances: ['Straight from the gateway’s own address.'],
    missing: [],
    evidence: { mayDisplay: 'May be shown.', maySend: 'May not be sent to.' },
    shown: 'same',
    found: 'came-here',
    receipt: '{}',
    evidenceText: 'evidence',
    link: 'https://gateway.example/verify#1.x',
    disclose: { prompt: 'It is not known here.', response: true },
  }
}
