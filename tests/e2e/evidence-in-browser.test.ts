import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeRecording } from '../../server/commands/attest/judge-recording.ts'
import { readRecording } from '../../server/commands/attest/read-recording.ts'
import type { EvidenceInBrowser, PortableRecording } from '../support/evidence-in-browser.ts'
import {
  hasRecordings,
  recordingNames,
  recordingPath,
  withoutRecordings,
} from '../support/provider-recordings.ts'
import { sharedBrowser, type SharedBrowser } from '../support/shared-browser.ts'

/** No code from strings and no WebAssembly: the policy of the pages. */
const policy = "default-src 'none'; script-src 'self'"
const root = join(import.meta.dirname, '../..')

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { '#shared': join(root, 'shared') } },
    build: {
      write: false,
      lib: {
        entry: join(root, 'tests/support/evidence-in-browser.ts'),
        formats: ['iife'],
        name: 'unused',
      },
    },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('nothing was built')
  return chunk.code
}

function portable(name: string): PortableRecording {
  const recording = readRecording(recordingPath(name))
  const kept = ['tcb-info-issuer-chain', 'sgx-enclave-identity-issuer-chain']
  return {
    ...recording,
    responses: recording.responses.map(({ url, body, header, peer }) => ({
      url,
      body: Buffer.from(body).toString('latin1'),
      headers: Object.fromEntries(kept.map((each) => [each, header(each)])),
      peer,
    })),
  }
}

type Loaded = typeof globalThis & { readonly evidence: EvidenceInBrowser }

describe.skipIf(!hasRecordings)(`recorded evidence in a browser${withoutRecordings}`, () => {
  let browser: SharedBrowser
  let page: Page
  let close: () => void

  beforeAll(async () => {
    const script = await bundle()
    const server = createServer((request, response) => {
      const isScript = request.url?.endsWith('.js') === true
      response
        .writeHead(200, {
          'content-type': isScript ? 'text/javascript' : 'text/html',
          'content-security-policy': policy,
        })
        .end(isScript ? script : '<!doctype html><script src="/evidence.js"></script>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    browser = await sharedBrowser()
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })

  afterAll(async () => {
    await browser.close()
    close()
  })

  test.each(recordingNames)('%s is judged there as it is here, check by check', async (name) => {
    const here = judgeRecording(readRecording(recordingPath(name)), null)
    const there = await page.evaluate(
      (recording) => (globalThis as Loaded).evidence.judge(recording),
      portable(name),
    )
    expect(there.kind).toBe(here.kind)
    expect(there.checks).toEqual(
      here.checks.map(({ id, subject, status }) => `${status} ${id} ${subject}`),
    )
  })
})
