import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '../../server/demo/enclave/faults.ts'
import { anyContent, everyAsk, packageBefore, refusalOf } from '../support/countersign-requests.ts'
import { answerFaults, bootFaults, type ExpectedOfFault } from '../support/fault-outcomes.ts'
import { startVectorsEnclave, type EnclaveSetup } from '../support/start-enclave.ts'
import { threeOf } from '../support/three-of.ts'

// Every fault of the enclave, met by the fetch of the package: it throws, and nothing reaches its caller.

const modes = ['tee', 'e2ee'] as const

test.each(threeOf(Object.entries(bootFaults) as [Fault, string][]))(
  'an enclave that boots with %s is sent nothing, and %s is thrown',
  async (fault, check) => {
    const { simulator, gateway, stop } = await startVectorsEnclave({ fault })
    try {
      for (const atLeast of modes) {
        const { askAs, verdicts } = packageBefore(gateway.baseUrl, { atLeast })
        for (const [path, body] of everyAsk) {
          const error = await refusalOf(askAs(path, body))
          expect(error).toMatchObject({ code: 'attestation_unavailable', state: 'failed' })
          expect(error.checks).toContain(check)
          expect(error.check).toBe(error.checks[0])
        }
        expect(verdicts).toEqual([])
      }
      expect(simulator.counts.chat).toBe(0)
    } finally {
      await stop()
    }
  },
)

describe.each(modes)('in %s', (atLeast) => {
  let setup: EnclaveSetup

  beforeAll(async () => {
    setup = await startVectorsEnclave()
    // A receipt of another answer has to be there before it can be sent.
    const { askAs } = packageBefore(setup.gateway.baseUrl, { atLeast })
    await Promise.all([askAs('chat/completions'), askAs('embeddings')])
  })

  afterAll(() => setup.stop())

  test.each(threeOf(Object.entries(answerFaults) as [Fault, ExpectedOfFault][]))(
    'an enclave with the fault %s is thrown in every dialect, buffered and streamed, without content',
    async (fault, { [atLeast]: expected }) => {
      const { ask, askAs, verdicts } = packageBefore(setup.gateway.baseUrl, { atLeast })
      setup.simulator.setFault(fault)
      if (expected === 'served') {
        for (const [path, body] of everyAsk) {
          expect(await (await askAs(path, body)).text(), path).toMatch(anyContent)
        }
      } else {
        const [code, check] = expected
        const asking = everyAsk.map(([path, body]) => refusalOf(askAs(path, body)))
        for (const [index, error] of (await Promise.all(asking)).entries()) {
          const [path] = everyAsk[index] ?? []
          expect(error.code, path).toBe(code)
          if (check !== undefined) expect(error.checks, path).toContain(check)
        }
      }
      const outcome = expected === 'served' ? 'returned' : 'refused'
      for (const verdict of verdicts) expect(verdict.outcome).toBe(outcome)
      setup.simulator.setFault(null)
      expect(await (await ask()).text()).toMatch(anyContent)
    },
  )
})
