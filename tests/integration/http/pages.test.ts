import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isBeingBuilt, markBeingBuilt } from '../../../server/packages/being-built.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilEnd } from '../../support/until-end.ts'

const demo = inject('demo')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const pages = ['/', '/verify/', '/catalogue/', '/extension/', '/limits/', '/keys/', '/privacy/']
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const zip = `countersign-${version}-chrome.zip`
const folder = temporaryFolder()
writeFileSync(join(folder, zip), 'a package')
writeFileSync(join(folder, 'countersign-0.0.0-chrome.zip'), 'an old one')
writeFileSync(join(folder, `countersign-${version}-sources.zip`), 'for reviewers')
const gateway = await untilEnd(
  startGatewayHere({
    config: configFor('http://127.0.0.1:9'),
    environment: {
      EXTENSION_OUT: folder,
      SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/security',
    },
  }),
)

test.each([...pages, '/docs/', '/openapi.json', '/v1/models', '/healthz'])(
  'HEAD %s has the headers of GET and no body',
  async (path) => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(demo.baseUrl + path, { method })),
    )
    expect(head?.status).toBe(200)
    expect(await head?.text()).toBe('')
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      expect(head?.headers.get(name), name).toBe(get?.headers.get(name))
    }
    await get?.text()
  },
)

test.each(pages.filter((path) => path !== '/'))(
  '%s without its slash leads to it, and keeps what was asked',
  async (path) => {
    const asked = `${demo.baseUrl}${path.slice(0, -1)}?x=1`
    const response = await fetch(asked, { redirect: 'manual' })
    expect(response.status).toBe(308)
    const place = new URL(response.headers.get('location') ?? '', asked)
    expect(place.href).toBe(`${demo.baseUrl}${path}?x=1`)
  },
)

test('an unknown path is a page for browsers, with addresses that fit it, and an error for programs', async () => {
  for (const [path, up] of [
    ['/nothing', './'],
    ['/nothing/at/all', '../../'],
    ['/nothing/', '../'],
    [`/${'x/'.repeat(500)}`, '/'],
  ] as const) {
    const response = await fetch(demo.baseUrl + path, { headers: browser })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await response.text()
    expect(html).toContain('There is no page here.')
    expect(html).toContain(`href="${up}verify/"`)
    expect(html.length).toBeLessThan(5_000)
  }
  for (const init of [{}, { headers: { accept: '*/*' } }, { method: 'POST', headers: browser }]) {
    const response = await fetch(`${demo.baseUrl}/nothing`, init)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  }
})

test('security.txt names the operator’s contacts and ends within a year; without one there is none', async () => {
  const response = await fetch(`${gateway.baseUrl}/.well-known/security.txt`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(
    /^Contact: mailto:security@example.com\nContact: https:\/\/example.com\/security\n/,
  )
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
  expect((await fetch(`${demo.baseUrl}/.well-known/security.txt`)).status).toBe(404)
})

test('while the packages are being built, they are said to be, and asked for again', async () => {
  const own = temporaryFolder()
  const unmark = markBeingBuilt(own)
  const building = await untilEnd(
    startGatewayHere({
      config: configFor('http://127.0.0.1:9'),
      environment: { EXTENSION_OUT: own },
    }),
  )
  const ask = (name: string) => fetch(`${building.baseUrl}/extension/${name}`)
  for (const name of ['SHA256SUMS.txt', zip]) {
    const response = await ask(name)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.text()).toBe('The gateway is still building the packages. Ask again.\n')
  }
  writeFileSync(join(own, zip), 'just built')
  unmark()
  expect(await (await ask('SHA256SUMS.txt')).text()).toContain(zip)
  expect(await (await ask(zip)).text()).toBe('just built')
})

test('a build that ended without a word is not waited for', async () => {
  const own = temporaryFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(own, 'being-built'), `${pid}`)
  expect(isBeingBuilt(own)).toBe(false)
})

test('the packages of this version are served with the digests that are named, and no other file is', async () => {
  const digest = createHash('sha256').update('a package').digest('hex')
  const sums = await (await fetch(`${gateway.baseUrl}/extension/SHA256SUMS.txt`)).text()
  expect(sums).toBe(`${digest}  ${zip}\n`)
  const response = await fetch(`${gateway.baseUrl}/extension/${zip}`)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${zip}"`)
  expect(await response.text()).toBe('a package')
  for (const name of ['countersign-0.0.0-chrome.zip', `countersign-${version}-sources.zip`]) {
    expect((await fetch(`${gateway.baseUrl}/extension/${name}`)).status).toBe(404)
  }
})

test('the digest of the pages is that of the list of files, and each file has the digest that it says', async () => {
  const bytesOf = async (path: string) =>
    Buffer.from(await (await fetch(`${demo.baseUrl}/${path}`)).arrayBuffer())
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const sums = await bytesOf('SHA256SUMS.txt')
  expect((await bytesOf('SHA256SUMS.txt.sha256')).toString()).toContain(sha256(sums))
  const lines = sums.toString().trim().split('\n')
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) {
    const [digest, name = ''] = line.split('  ')
    // They are served in another form, at other addresses.
    if (name === '404.html' || name === 'reference.html') continue
    expect(sha256(await bytesOf(name.replace(/(^|\/)index\.html$/, '$1'))), name).toBe(digest)
  }
})
