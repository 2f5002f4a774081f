import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import shippedList from '#shared/attestation/sigstore/shipped-trusted-root.json' with { type: 'json' }
import { adminHere } from '../../support/gateway/admin-here.ts'
import { startSite } from '../../support/peers/start-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeTufRepository, type TufRepository } from '../../support/providers/tuf-repository.ts'
import { untilEnd } from '../../support/until-end.ts'

// `npm run admin -- trust-root`, with a repository of TUF over HTTP.

const name = 'trusted_root.json'
const nextYear = new Date(Date.now() + 365 * 86_400_000)
const served = JSON.stringify(shippedList.document)

async function renew(
  list: string,
  {
    expires = nextYear,
    alter = () => {},
  }: { expires?: Date; alter?: (repository: TufRepository) => void } = {},
) {
  const folder = temporaryFolder()
  const repository = makeTufRepository(list, { name, expires })
  const firstRoot = join(folder, 'root.json')
  writeFileSync(firstRoot, repository.root)
  const file = join(folder, 'list.json')
  writeFileSync(file, 'the old list')
  alter(repository)
  const site = await untilEnd(startSite(Object.fromEntries(repository.files)))
  const outcome = await adminHere(folder, ['trust-root'], { file, mirror: site.url, firstRoot })
  return { ...outcome, kept: readFileSync(file, 'utf8') }
}

test('the list of Sigstore’s keys is fetched, checked and kept as of this moment', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { code, stdout, kept } = await renew(served)
  expect(code).toBe(0)
  expect(stdout).toContain('rekor.sigstore.dev')
  const { asOf, document } = JSON.parse(kept) as typeof shippedList
  expect(document).toEqual(shippedList.document)
  expect(asOf).toBeGreaterThanOrEqual(before)
})

describe('the old list stays, with a reason, where', () => {
  const another = makeTufRepository(served, { name, expires: nextYear })
  test.each<[string, () => ReturnType<typeof renew>, RegExp]>([
    [
      'another list is served than the one signed',
      () => renew(served, { alter: ({ files }) => files.set(`/targets/${name}`, `${served} `) }),
      /length|hash/i,
    ],
    [
      'somebody else signed',
      () =>
        renew(served, {
          alter: ({ files }) =>
            files.set('/timestamp.json', another.files.get('/timestamp.json') ?? ''),
        }),
      /sign/i,
    ],
    [
      'the repository is out of date',
      () => renew(served, { expires: new Date('2026-01-01') }),
      /expired/i,
    ],
    [
      'the repository is not there',
      () => renew(served, { alter: ({ files }) => files.clear() }),
      /Failed to download/i,
    ],
    ['the list is of a form nobody here reads', () => renew('{}'), /the trusted root/],
  ])('%s', async (_what, outcome, reason) => {
    const { code, stderr, kept } = await outcome()
    expect(stderr).toContain('the old list stays')
    expect(stderr).toMatch(reason)
    expect(code).toBe(1)
    expect(kept).toBe('the old list')
  })
})
