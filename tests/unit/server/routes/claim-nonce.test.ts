import { expect, test } from 'vitest'
import { createMemoryReplayGuard } from '../../../../server/gateway/accounts/rate-limits/memory-replay-guard.ts'
import { claimNonce } from '../../../../server/gateway/routes/claim-nonce.ts'

test.each([-300, 0, 300])(
  'a nonce is used once, for as long as its timestamp may be used: %i seconds from now',
  async (seconds) => {
    const clock = { seconds: 1_780_000_000 }
    const deps = {
      replayGuard: createMemoryReplayGuard(),
      nowMs: () => clock.seconds * 1_000,
      nowSeconds: () => clock.seconds,
    }
    const request = { replayKey: 'client.service.nonce', timestamp: clock.seconds + seconds }
    await claimNonce(request, deps)
    // Five minutes behind its timestamp it is refused by that.
    clock.seconds = request.timestamp + 300
    await expect(claimNonce(request, deps)).rejects.toMatchObject({ code: 'e2ee_replay_detected' })
  },
)
