import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCachedCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/collateral-source.ts'
import { startSimulator } from '../../../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../../../support/until-end.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const platform = { fmspc: '90C06F000000', ca: 'platform' } as const
const day = 24 * 3600

async function start() {
  const simulator = await untilEnd(startSimulator())
  let nowSeconds = Math.floor(Date.now() / 1000)
  const folder = temporaryFolder()
  const open = () =>
    createCachedCollateral({
      service: simulator.collateralUrl,
      folder,
      nowSeconds: () => nowSeconds,
    })
  return {
    simulator,
    folder,
    open,
    pass: (seconds: number) => {
      nowSeconds += seconds
    },
  }
}

test('collateral is what the service signed, byte for byte', async () => {
  const { simulator, open } = await start()
  const { pck_crl_issuer_chain: _chain, ...own } = {
    pck_crl_issuer_chain: '',
    ...simulator.collateral(),
  }
  expect(await open().collateralFor(platform)).toEqual(own)
})

test('many who ask at once cause one fetch, and for a day nobody causes another', async () => {
  const { simulator, open, pass } = await start()
  const source = open()
  const all = await Promise.all(Array.from({ length: 20 }, () => source.collateralFor(platform)))
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
  await simulator.stopCollateral()
  pass(day - 10)
  await expect(source.collateralFor(platform)).resolves.toEqual(all[0])
  pass(20)
  await expect(source.collateralFor(platform)).rejects.toThrow()
})

test('a restart finds it on disk, but not what is damaged, old, or from the future', async () => {
  const { simulator, folder, open, pass } = await start()
  const first = await open().collateralFor(platform)
  await simulator.stopCollateral()
  expect(await open().collateralFor(platform)).toEqual(first)
  pass(-day)
  await expect(open().collateralFor(platform)).rejects.toThrow()
  pass(3 * day)
  await expect(open().collateralFor(platform)).rejects.toThrow()
  pass(-2 * day)
  const [name = ''] = readdirSync(folder)
  writeFileSync(join(folder, name), '{"fetchedAt":1')
  await expect(open().collateralFor(platform)).rejects.toThrow()
})

test('a platform that the service does not know is an error, and nothing is kept', async () => {
  const { folder, open } = await start()
  const other = { fmspc: '000000000000', ca: 'platform' } as const
  await expect(open().collateralFor(other)).rejects.toThrow('status 404')
  expect(readdirSync(folder)).toEqual([])
})
