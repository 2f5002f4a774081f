import type { MetricObject } from 'prom-client'

/** What a worker and the process that started it tell one another. */
export type WorkerMessage =
  /** To a worker: what did you count? */
  | { readonly kind: 'counts-wanted'; readonly ask: number }
  /** From it: this. */
  | { readonly kind: 'counts'; readonly ask: number; readonly counts: readonly MetricObject[] }
  /** The question of a worker that was asked for metrics: what did all workers count? */
  | { readonly kind: 'sum-wanted'; readonly ask: number }
  /** To it: this, as Prometheus reads it. */
  | { readonly kind: 'sum'; readonly ask: number; readonly text: string }

/** Other libraries talk over the same channel. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  const kind: unknown = (message as { kind?: unknown } | null)?.kind
  return kind === 'counts-wanted' || kind === 'counts' || kind === 'sum-wanted' || kind === 'sum'
}
