import { beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '../../../server/demo/enclave/faults.ts'
import {
  anyContent,
  everyAsk,
  packageBefore,
  refusalOf,
} from '../../support/requests/countersign-requests.ts'
import {
  answerFaults,
  bootFaults,
  type ExpectedOfFault,
} from '../../support/enclave/fault-outcomes.ts'
import { startVectorsEnclave } from '../../support/enclave/start-enclave.ts'
import { threeOf } from '../../support/three-of.ts'
import { untilEnd } from '../../support/until-end.ts'

// Faults of the enclave, met by the fetch of the package: it throws, and nothing reaches its caller.

const modes = ['tee', 'e2ee'] as const

const boots = threeOf(Object.entries(bootFaults) as [Fault, string][])

/** Enclaves are verified in one place for all dialects: one of these is met in each of them. */
test.each(
  boots.map((boot, index) => [...boot, index === 0 ? everyAsk : everyAsk.slice(0, 1)] as const),
)('an enclave that boots with %s is sent nothing, and %s is thrown', async (fault, check, asks) => {
  const { simulator, gateway } = await untilEnd(startVectorsEnclave({ fault }))
  for (const atLeast of modes) {
    const { askAs, verdicts } = packageBefore(gateway.baseUrl, { atLeast })
    for (const [path, body] of asks) {
      const error = await refusalOf(askAs(path, body))
      expect(error).toMatchObject({ code: 'attestation_unavailable', state: 'failed' })
      expect(error.checks).toContain(check)
      expect(error.check).toBe(error.checks[0])
    }
    expect(verdicts).toEqual([])
  }
  expect(simulator.counts.chat).toBe(0)
})

describe.each(modes)('in %s', async (atLeast) => {
  const setup = await untilEnd(startVectorsEnclave())
  // A receipt of another answer has to be there before it can be sent.
  beforeAll(async () => {
    const { askAs } = packageBefore(setup.gateway.baseUrl, { atLeast })
    await Promise.all([askAs('chat/completions'), askAs('embeddings')])
  })

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
