import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one record of `process.nextTick` for as long as the process lives. V8 forgets the shape of objects when a full
 * collection finds none of them, and Node's `nextTick` then makes each record the slow way, for ever.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
