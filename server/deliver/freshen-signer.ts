import type { BodySink } from './body-sink.ts'

/** Most that waits; the store takes milliseconds, or hangs. */
const mostWaitingBytes = 16 * 1024 * 1024

/**
 * What hears an answer, once the signer's terms were read lately enough to sign it. A machine that is too
 * busy to read them each second would otherwise refuse a good answer; what comes meanwhile waits in its order.
 * @param freshen null where they were; it never rejects
 */
export function freshenSigner(body: BodySink, freshen: () => Promise<void> | null): BodySink {
  let waiting: (() => void)[] | null = null
  let waitingBytes = 0

  function hear(event: () => void): void {
    if (waiting !== null) {
      waiting.push(event)
      return
    }
    const reading = freshen()
    if (reading === null) {
      event()
      return
    }
    waiting = [event]
    void reading.then(() => {
      const due = waiting ?? []
      waiting = null
      waitingBytes = 0
      for (const each of due) each()
    })
  }

  return {
    data(chunk) {
      if (waiting !== null) waitingBytes += chunk.length
      if (waitingBytes > mostWaitingBytes) waiting = [() => body.fail({ kind: 'too-long' })]
      else hear(() => body.data(chunk))
    },
    end: (proof) => hear(() => body.end(proof)),
    fail: (failure) => hear(() => body.fail(failure)),
  }
}
