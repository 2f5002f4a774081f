import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createSignerSchedule,
  rotationLeadMs,
} from '../../../../server/gateway/signer/signer-schedule.ts'
import type { SignerSchedule } from '../../../../server/gateway/signer/signer-schedule.ts'
import { openSigner, rotateSigner } from '../../../../server/gateway/signer/open-signer.ts'
import { openKeyFiles } from '../../../../server/gateway/signer/key-files.ts'
import type { SignerError } from '../../../../server/gateway/signer/signer-error.ts'
import type { Store } from '../../../../server/gateway/store/store.ts'
import { signerDeps as setUp } from '../../../support/gateway/signer-deps.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

interface Gateway {
  readonly schedule: SignerSchedule
  /** Set, the store cannot be reached from this gateway. */
  isCutOff: boolean
}

/** A gateway of its own over the same store. */
async function startGateway(deps: ReturnType<typeof setUp>['deps']): Promise<Gateway> {
  const gateway = { isCutOff: false }
  const store: Store = {
    ...deps.store,
    listSigners: () =>
      gateway.isCutOff ? Promise.reject(new Error('cut off')) : deps.store.listSigners(),
  }
  const { schedule } = await openSigner({ ...deps, store })
  return Object.assign(gateway, { schedule })
}

type Step =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'rotate'; readonly leadMs: number }
  | { readonly kind: 'refresh' | 'cut-off' | 'reconnect'; readonly gateway: 0 | 1 }

const gatewayNumber = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(
        fc.constantFrom(0, 1, rotationLeadMs - 1, rotationLeadMs),
        fc.integer({ min: 0, max: 3000 }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rotate' as const),
      leadMs: fc.constantFrom(rotationLeadMs, rotationLeadMs, 20_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('refresh' as const), gateway: gatewayNumber }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut-off' as const, 'reconnect' as const),
      gateway: gatewayNumber,
    }),
  },
)

test('whatever gateways hear and when, the final history admits every signature, and one signer an instant', async () => {
  const folder = temporaryFolder()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { clock, store, deps } = setUp(join(folder, String(run++)))
      const gateways = [await startGateway(deps), await startGateway(deps)]
      const signed: { readonly at: string; readonly address: string }[] = []

      for (const each of steps) {
        if (each.kind === 'wait') clock.ms += each.ms
        else if (each.kind === 'rotate') await rotateSigner(deps, each)
        else {
          const gateway = gateways[each.gateway]
          if (each.kind === 'refresh') await gateway?.schedule.refresh().catch(() => {})
          else if (gateway) gateway.isCutOff = each.kind === 'cut-off'
        }
        for (const { schedule } of gateways) {
          const at = new Date(clock.ms)
          try {
            signed.push({ at: at.toISOString(), address: schedule.signerAt(at).address })
          } catch (error) {
            expect((error as SignerError).code).toBe('SIGNER_STALE')
          }
        }
      }

      const terms = await store.listSigners()
      for (const [index, { from, until }] of terms.entries()) {
        expect(until).toBe(terms[index + 1]?.from ?? null)
        expect(until === null || from < until).toBe(true)
      }
      for (const { at, address } of signed) {
        const admitted = terms.filter(
          ({ from, until }) => from <= at && (until === null || at < until),
        )
        expect(admitted.map((term) => term.address)).toEqual([address])
      }
      await store.close()
    }),
    { numRuns: 40 },
  )
})

test('a gateway that hears of rotations each second never stops signing', async () => {
  const { clock, now, deps } = setUp()
  const { schedule } = await startGateway(deps)
  for (let second = 0; second < 60; second++) {
    if (second % 7 === 0) await rotateSigner(deps)
    clock.ms += 1000
    await schedule.refresh()
    expect(schedule.signerAt(now()).address).toBe(schedule.history(now()).current.address)
  }
  expect(schedule.history(now()).retired.length).toBeGreaterThan(5)
})

test('a gateway that hears nothing for as long as a rotation leads does not sign', async () => {
  const { clock, now, deps } = setUp()
  const gateway = await startGateway(deps)
  gateway.isCutOff = true
  clock.ms += rotationLeadMs - 1
  await expect(gateway.schedule.refresh()).rejects.toThrow('cut off')
  gateway.schedule.signerAt(now())
  clock.ms += 1
  const stale = expect.objectContaining({ code: 'SIGNER_STALE' }) as unknown as Error
  expect(() => gateway.schedule.signerAt(now())).toThrow(stale)
  gateway.isCutOff = false
  await gateway.schedule.refresh()
  gateway.schedule.signerAt(now())
})

test('an answer waits for the store only where the last reading will soon be too old', async () => {
  const { clock, now, deps } = setUp()
  const { schedule } = await startGateway(deps)
  clock.ms += rotationLeadMs / 2 - 1
  expect(schedule.freshen(now())).toBeNull()
  clock.ms += 1
  await schedule.freshen(now())
  expect(schedule.freshen(now())).toBeNull()
})

test('a clock that was set back does not make an old reading fresh', async () => {
  const { clock, now, deps } = setUp()
  const { schedule } = await startGateway(deps)
  await rotateSigner(deps)
  clock.ms += 60_000
  await schedule.refresh()
  clock.ms -= 30_000
  const stale = expect.objectContaining({ code: 'SIGNER_STALE' }) as unknown as Error
  expect(() => schedule.signerAt(now())).toThrow(stale)
})

test('the history admits each term from its first instant to the one before the next', async () => {
  const { clock, now, deps } = setUp()
  const { schedule } = await startGateway(deps)
  const began = now().toISOString()
  const first = schedule.signerAt(now()).address
  const { address, from } = await rotateSigner(deps, { leadMs: 60_000 })
  clock.ms += 59_999
  await schedule.refresh()
  expect(schedule.history(now())).toEqual({
    current: { address: first, from: began },
    retired: [],
  })
  expect(schedule.signerAt(now()).address).toBe(first)
  clock.ms += 1
  expect(schedule.history(now())).toEqual({
    current: { address, from },
    retired: [{ address: first, from: began, until: from }],
  })
  expect(schedule.signerAt(now()).address).toBe(address)
})

test('a retired key is kept while another gateway may still sign with it, and destroyed then', async () => {
  const { clock, dataDir, deps } = setUp()
  const { schedule } = await startGateway(deps)
  const { address } = await rotateSigner(deps)
  const files = openKeyFiles(dataDir)
  clock.ms += 2 * rotationLeadMs - 1
  await schedule.refresh()
  expect(files.addresses()).toHaveLength(2)
  clock.ms += 1
  await schedule.refresh()
  expect(files.addresses()).toEqual([address])
})

test('a key that is missing for the next term stops the signing when that term begins, not before', async () => {
  const { clock, now, dataDir, deps } = setUp()
  const { schedule } = await startGateway(deps)
  const before = schedule.signerAt(now()).address
  const { address } = await rotateSigner(deps)
  rmSync(join(dataDir, 'signers', `${address}.key`))
  clock.ms += rotationLeadMs - 1
  await expect(schedule.refresh()).rejects.toMatchObject({ code: 'SIGNER_KEY_MISSING' })
  expect(schedule.signerAt(now()).address).toBe(before)
  clock.ms += 1
  const missing = expect.objectContaining({ code: 'SIGNER_KEY_MISSING' }) as unknown as Error
  expect(() => schedule.signerAt(now())).toThrow(missing)
})

test('a key file that holds the key of another address is refused', async () => {
  const { dataDir, deps, clock } = setUp()
  await openSigner(deps)
  const { address } = await rotateSigner(deps)
  const [first] = await deps.store.listSigners()
  const pathOf = (name: string) => join(dataDir, 'signers', `${name}.key`)
  copyFileSync(pathOf(first?.address ?? ''), pathOf(address))
  clock.ms += 60_000
  await expect(openSigner(deps)).rejects.toMatchObject({ code: 'SIGNER_KEY_INVALID' })
})

test('before any term there is no signer', async () => {
  const { now, store, deps } = setUp()
  mkdirSync(join(deps.dataDir, 'signers'), { recursive: true })
  const openKey = () => Promise.reject(new Error('no key is asked for'))
  const schedule = await createSignerSchedule({ store, now, openKey, retire: () => {} })
  expect(() => schedule.signerAt(now())).toThrow(/no signer may sign/)
  expect(() => schedule.history(now())).toThrow(/no signer may sign/)
})
