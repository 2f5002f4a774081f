import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults, type Fault } from '../../server/demo/enclave/faults.ts'
import { packageBefore, refusalOf } from '../support/countersign-requests.ts'
import {
  answerFaults,
  bootFaults,
  contentMark,
  type ExpectedOfFault,
} from '../support/fault-outcomes.ts'
import { startEnclave, type EnclaveSetup } from '../support/start-enclave.ts'

// Every fault of the enclave, met by the fetch of the package: it throws, and nothing reaches its caller.

const modes = ['tee', 'e2ee'] as const
const deliveries = [{ stream: false }, { stream: true }]

test('every fault that the simulator knows is tried', () => {
  const tried = [...Object.keys(bootFaults), ...Object.keys(answerFaults)]
  expect(tried.toSorted()).toEqual(Object.keys(faults).toSorted())
})

test.each(Object.entries(bootFaults) as [Fault, string][])(
  'an enclave that boots with %s is sent nothing, and %s is thrown',
  async (fault, check) => {
    const { simulator, gateway, stop } = await startEnclave({ fault })
    try {
      for (const atLeast of modes) {
        const { ask, verdicts } = packageBefore(gateway.baseUrl, { atLeast })
        for (const delivery of deliveries) {
          const error = await refusalOf(ask(delivery))
          expect(error).toMatchObject({ code: 'attestation_unavailable', state: 'failed' })
          expect(error.checks).toContain(check)
          expect(error.checks).toContain(error.check)
        }
        expect(verdicts).toEqual([])
      }
      expect(simulator.counts.chat).toBe(0)
    } finally {
      await stop()
    }
  },
)

/** Where an answer breaks off before its end, the client may find that itself. */
const brokenOff = ['cut-stream', 'die-midstream', 'hang', 'http-500']

describe.each(modes)('in %s', (atLeast) => {
  let setup: EnclaveSetup

  beforeAll(async () => {
    setup = await startEnclave()
    // A receipt of another answer has to be there before it can be sent.
    await packageBefore(setup.gateway.baseUrl, { atLeast }).ask()
  })

  afterAll(() => setup.stop())

  test.each(Object.entries(answerFaults) as [Fault, ExpectedOfFault][])(
    'an enclave with the fault %s is thrown, buffered and streamed, without content',
    async (fault, { [atLeast]: expected }) => {
      const { ask, verdicts } = packageBefore(setup.gateway.baseUrl, { atLeast })
      setup.simulator.setFault(fault)
      if (expected === 'served') {
        for (const delivery of deliveries) {
          expect(await (await ask(delivery)).text()).toMatch(contentMark)
        }
      } else {
        const [code, check] = expected
        const codes = brokenOff.includes(fault) ? [code, 'unverified_enclave'] : [code]
        for (const error of await Promise.all(deliveries.map((each) => refusalOf(ask(each))))) {
          expect(codes).toContain(error.code)
          if (check !== undefined) expect(error.checks).toContain(check)
        }
      }
      const outcome = expected === 'served' ? 'returned' : 'refused'
      for (const verdict of verdicts) expect(verdict.outcome).toBe(outcome)
      setup.simulator.setFault(null)
      expect(await (await ask()).text()).toMatch(contentMark)
    },
  )
})
