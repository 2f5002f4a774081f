import { expect, test } from 'vitest'
import { openSigner, rotateSigner } from '../../../../server/gateway/signer/open-signer.ts'
import { rotationLeadMs } from '../../../../server/gateway/signer/signer-schedule.ts'
import { ones, signerDeps as setUp, twos } from '../../../support/gateway/signer-deps.ts'

test('a retired signer whose key is given again never signs again', async () => {
  const { clock, deps, store } = setUp()
  const open = (key: string) => openSigner({ ...deps, variables: { SEAL_KEY: key } })
  await open(ones.key)
  clock.ms += 1000
  await open(twos.key)
  clock.ms += 1000
  const before = await store.listSigners()
  await expect(open(ones.key)).rejects.toMatchObject({
    code: 'SIGNER_RETIRED',
    message: expect.stringContaining(twos.address) as string,
  })
  const variables = { SEAL_KEY: twos.key, SEAL_KEY_NEXT: ones.key }
  await expect(rotateSigner({ ...deps, variables })).rejects.toMatchObject({
    code: 'SIGNER_RETIRED',
  })
  expect(await store.listSigners()).toEqual(before)
})

test('where many gateways sign, one that is given another key is refused, and changes nothing', async () => {
  const { clock, deps, now, store } = setUp()
  const shared = { ...deps, store: { ...store, gateways: 'many' as const } }
  const { schedule } = await openSigner({ ...shared, variables: { SEAL_KEY: ones.key } })
  clock.ms += 1000
  const before = await store.listSigners()
  for (const variables of [
    { SEAL_KEY: twos.key },
    { SEAL_KEY: twos.key, SEAL_KEY_NEXT: '33'.repeat(32) },
  ]) {
    await expect(openSigner({ ...shared, variables })).rejects.toMatchObject({
      code: 'SIGNER_OTHER',
      message: expect.stringContaining(ones.address) as string,
    })
  }
  expect(await store.listSigners()).toEqual(before)
  clock.ms += rotationLeadMs
  await schedule.refresh()
  expect(schedule.signerAt(now()).address).toBe(ones.address)
})

test('where the key of many gateways is lost, a rotation to the next one is all it takes', async () => {
  const { clock, deps, now, store } = setUp()
  const shared = { ...deps, store: { ...store, gateways: 'many' as const } }
  await openSigner({ ...shared, variables: { SEAL_KEY: ones.key } })
  clock.ms += 1000
  const lost = { SEAL_KEY: twos.key, SEAL_KEY_NEXT: twos.key }
  expect((await rotateSigner({ ...shared, variables: lost })).address).toBe(twos.address)
  clock.ms += rotationLeadMs
  const { schedule } = await openSigner({ ...shared, variables: { SEAL_KEY: twos.key } })
  expect(schedule.signerAt(now()).address).toBe(twos.address)
})

test('a given key is replaced by the next one, of which all gateways have heard, without a gap', async () => {
  const { clock, deps, now, store } = setUp()
  const shared = { ...deps, store: { ...store, gateways: 'many' as const } }
  const both = { SEAL_KEY: ones.key, SEAL_KEY_NEXT: twos.key }
  const gateways = await Promise.all([1, 2].map(() => openSigner({ ...shared, variables: both })))
  const { address, from } = await rotateSigner({ ...shared, variables: both })
  expect(address).toBe(twos.address)
  expect(Date.parse(from) - clock.ms).toBe(rotationLeadMs)
  const signers = async () => {
    await Promise.all(gateways.map(({ schedule }) => schedule.refresh()))
    return gateways.map(({ schedule }) => schedule.signerAt(now()).address)
  }
  clock.ms += rotationLeadMs - 1
  expect(await signers()).toEqual([ones.address, ones.address])
  clock.ms += 1
  expect(await signers()).toEqual([twos.address, twos.address])
  // One that starts again with both, and one that has the new one alone, begin nothing.
  for (const variables of [both, { SEAL_KEY: twos.key }]) {
    const { schedule } = await openSigner({ ...shared, variables })
    expect(schedule.signerAt(now()).address).toBe(twos.address)
  }
  await expect(rotateSigner({ ...shared, variables: both })).rejects.toMatchObject({
    code: 'SIGNER_GIVEN',
  })
  expect(await store.listSigners()).toHaveLength(2)
  await expect(openSigner({ ...deps, variables: { SEAL_KEY_NEXT: twos.key } })).rejects.toThrow(
    /SEAL_KEY_NEXT: is set without SEAL_KEY/,
  )
})

test.each([
  ['ahead of', -600_000],
  ['behind', 600_000],
])('while its clock is %s that of the database, a gateway signs nothing', async (which, offMs) => {
  const { clock, deps, now, store } = setUp()
  const server = { offMs: 0 }
  const serverTime = async () => new Date(clock.ms + server.offMs)
  const { schedule } = await openSigner({ ...deps, store: { ...store, serverTime } })
  server.offMs = offMs
  await expect(schedule.refresh()).rejects.toMatchObject({
    code: 'SIGNER_CLOCK',
    message: expect.stringContaining(`600 s ${which} `) as string,
  })
  const coded = expect.objectContaining({ code: 'SIGNER_CLOCK' }) as unknown as Error
  expect(() => schedule.signerAt(now())).toThrow(coded)
  server.offMs = 1_000
  await schedule.refresh()
  schedule.signerAt(now())
})

test('a database that is slow to say its time does not make a clock wrong', async () => {
  const { clock, deps, store } = setUp()
  const serverTime = async () => {
    const at = new Date(clock.ms)
    clock.ms += 4_000
    return at
  }
  await openSigner({ ...deps, store: { ...store, serverTime } })
})
