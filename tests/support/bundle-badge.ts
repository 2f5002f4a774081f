import { join } from 'node:path'
import { build } from 'vite'
import type { AnswerCard, AnswerState } from '../../extension/answer/answer-card.ts'

const folder = join(import.meta.dirname, '../../extension/badge')

/** One file of the badge as a program for a page of a test, which finds its exports under `badge`. */
export async function bundleBadge(
  file: 'make-badge' | 'place-badges' | 'read-shown',
): Promise<string> {
  const entry = join(folder, `${file}.ts`)
  const built = await build({
    configFile: false,
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
    state,
    label: 'A label of it',
    sentence: 'A sentence about the answer.',
    notEstablished: ['One thing.', '<img src=x onerror=alert(1)>'],
    failed: state === 'failed' ? { id: 'receipt.digest', reason: 'a reason' } : null,
    mode: 'tee',
    model: 'svc-chat',
    issuedAt: '2026-11-21T00:00:00.000Z',
    path: 'From the gateway to this page.',
    evidence: { mayDisplay: 'May be shown.', maySend: 'May not be sent to.' },
    shown: 'same',
    found: 'came-here',
    comparison: 'It is the text that was signed.',
    receipt: '{}',
    evidenceText: 'evidence',
    link: 'https://gateway.example/verify#1.x',
    disclose: { prompt: 'It is not known here.', response: true },
  }
}
