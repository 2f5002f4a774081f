import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeKept } from '../../../server/commands/attest/judge-kept.ts'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { startChutes } from '../../../server/demo/providers/chutes/start-chutes.ts'
import { startNear } from '../../../server/demo/providers/near/start-near.ts'
import { startTinfoil } from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { demoModel } from '../../../server/demo/upstream/write-completion.ts'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { adminHere } from '../../support/gateway/admin-here.ts'
import { simulatedConfig } from '../../support/enclave/start-enclave.ts'
import { chutesConfig } from '../../support/providers/start-chutes-gateway.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { askedModel, nearConfig } from '../../support/providers/start-near-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { untilEnd } from '../../support/until-end.ts'

// An enclave of the configuration is met from the command line, as the gateway meets it.

const near = await untilEnd(startNear())

/** The command over a configuration of its own. */
function over(config: GatewayConfig) {
  const folder = temporaryFolder()
  const file = join(folder, 'gateway.config.json')
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
  const attest = (...args: readonly string[]) =>
    adminHere(folder, ['attest', ...args], undefined, { GATEWAY_CONFIG: file })
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as GatewayConfig
  return { folder, file, attest, read }
}

type Upstream = GatewayConfig['upstreams'][number]

/** Of the only upstream, or of the first. */
function pinsIn({ upstreams: [upstream] }: GatewayConfig): readonly Record<string, string>[] {
  return (upstream as unknown as { readonly pins: readonly Record<string, string>[] }).pins
}

function withPins(pins: readonly object[]): GatewayConfig {
  const config = nearConfig(near)
  return { ...config, upstreams: config.upstreams.map((each) => ({ ...each, pins }) as Upstream) }
}

/** What the simulated host measures, as the command pins it. */
async function pinnedNow(): Promise<Record<string, string>> {
  const { attest, read } = over(nearConfig(near))
  expect(await attest('near', '--pin')).toMatchObject({ code: 0 })
  return { ...pinsIn(read())[0] }
}

test('every check is shown, two questions are asked, and the evidence is written without a key', async () => {
  const { attest, folder } = over(nearConfig(near))
  const record = join(folder, 'evidence.json')
  const { code, stdout } = await attest('near', askedModel, '--ask', '--record', record)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^near-direct: verified\n/)
  expect(stdout).toContain('Nothing is pinned: the provider alone says which programs run.')
  for (const delivery of ['buffered', 'streamed']) {
    const line = `✓ ${delivery}: an answer of near-tdx-simulated/1, signed by the enclave`
    expect(stdout).toContain(line)
  }
  const written = readFileSync(record)
  expect(written.includes('near-secret')).toBe(false)
  // Its roots are those of a simulation, and this reader knows hardware alone.
  const { kind, checks } = judgeKept(written, null)
  expect(kind).toBe('rejected')
  const failed = checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
  expect([...new Set(failed)].toSorted()).toEqual(['nvidia.root', 'quote.root'])
})

test.each([
  ['another-nonce', 'quote.report-data'],
  ['another-tls-key', 'channel.peer'],
] as const)('under %s %s is named, nothing is asked or pinned', async (fault, check) => {
  const { attest, file } = over(nearConfig(await untilEnd(startNear({ fault }))))
  const before = readFileSync(file, 'utf8')
  const asked = await attest('near', '--ask')
  const pinned = await attest('near', '--pin')
  expect(asked).toMatchObject({ code: 1, stdout: expect.stringContaining(`✗ us       ${check}`) })
  expect(asked.stdout).not.toContain('an answer of')
  expect(pinned).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Nothing was pinned, because other checks did not pass.'),
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('evidence that cannot be read is recorded all the same', async () => {
  const { attest, folder } = over(nearConfig(near))
  const record = join(folder, 'evidence.json')
  near.setFault('no-tls-key')
  expect(await attest('near', '--record', record)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('✗ us       document.format'),
  })
  near.setFault(null)
  expect(readFileSync(record, 'utf8')).toContain('intel_quote')
})

test('pins are written when the command is told to, and leave all else as it was', async () => {
  const { attest, file, read } = over(nearConfig(near))
  const before = read()
  const { code, stdout } = await attest('near', '--pin')
  expect([code, stdout]).toEqual([0, expect.stringContaining(`1 machine is pinned in ${file}.`)])
  const withoutPins = read().upstreams.map((each) => ({ ...each, pins: undefined }))
  expect({ ...read(), upstreams: withoutPins }).toEqual(before)
  expect(pinsIn(read())).toEqual([
    {
      at: new Date().toISOString().slice(0, 10),
      source: `measured at ${near.baseUrl}`,
      mrtd: expect.stringMatching(/^[0-9a-f]{96}$/),
      rtmr0: expect.stringMatching(/^[0-9a-f]{96}$/),
      rtmr1: expect.stringMatching(/^[0-9a-f]{96}$/),
      rtmr2: expect.stringMatching(/^[0-9a-f]{96}$/),
      compose_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      app_id: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
  ])

  const text = readFileSync(file, 'utf8')
  const again = await attest('near', '--pin')
  expect(again.stdout).toMatch(/compose_hash {2}[0-9a-f]{64} is pinned\n/)
  expect(again.stdout).toContain('What runs is pinned already.')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('why what runs is none of what is pinned is shown, and it can be pinned beside', async () => {
  const now = await pinnedNow()
  const { attest, read } = over(withPins([{ ...now, at: '2026-01-02', mrtd: 'ab'.repeat(48) }]))
  const { code, stdout } = await attest('near')
  expect(code).toBe(1)
  expect(stdout).toContain('✗ us       code.registers: mrtd is')
  expect(stdout).toContain(`mrtd          ${now['mrtd']} is not pinned; pinned is abab`)
  expect(stdout).toContain(`rtmr0         ${now['rtmr0']} is pinned`)
  expect(stdout).toContain('Compared with the pin of 2026-01-02: measured at')
  expect((await attest('near', '--pin')).code).toBe(0)
  expect(pinsIn(read())).toHaveLength(2)
  expect((await attest('near')).code).toBe(0)
})

test('a file that cannot be written is left, and the pins are told', async () => {
  const { attest, file } = over(nearConfig(near))
  const before = readFileSync(file, 'utf8')
  mkdirSync(`${file}.${process.pid}`)
  const { code, stderr } = await attest('near', '--pin')
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /cannot be written \(EISDIR\).*Add these pins .*"compose_hash":"[0-9a-f]{64}"/s,
  )
  expect(readFileSync(file, 'utf8')).toBe(before)
})

/** Near and a private provider serve the same model. */
async function beside(pins: readonly object[]): Promise<GatewayConfig> {
  const provider = await untilEnd(startTestUpstream())
  const { upstreams } = withPins(pins)
  return {
    upstreams: [
      ...upstreams,
      {
        id: 'own',
        kind: 'openai',
        base_url: `${provider.baseUrl}/v1`,
        mode: 'private',
        models: { [askedModel]: 'own' },
      },
    ],
    traits: {},
  }
}

async function ask(baseUrl: string, shownMode?: string) {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: askedModel,
      messages: [{ role: 'user', content: 'Say something.' }],
      ...(shownMode && { shown_mode: shownMode }),
    }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const json = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>

test('an enclave that measures what is pinned serves, and the gateway says what is pinned', async () => {
  const gateway = await untilEnd(startGatewayHere({ config: await beside([await pinnedNow()]) }))
  const { body } = await ask(gateway.baseUrl)
  expect(body).toMatchObject({ svc: { privacy_mode: 'tee' } })
  const date = new Date().toISOString().slice(0, 10)
  expect(gateway.said).toContain(
    `  Enclave    near: verified, and simulated. Pinned: 1 machine, last on ${date}.`,
  )
  expect(await json(`${gateway.baseUrl}/readyz`)).toEqual({ status: 'ready' })
})

test('where a pin broke nothing is sent to the enclave, and everybody is told', async () => {
  const now = await pinnedNow()
  const config = await beside([{ ...now, compose_hash: 'ab'.repeat(32) }])
  const gateway = await untilEnd(startGatewayHere({ config }))
  near.counts.chat = 0
  expect(await ask(gateway.baseUrl)).toMatchObject({
    status: 200,
    body: { svc: { privacy_mode: 'private', why: { code: 'enclave_unavailable' } } },
  })
  expect(await ask(gateway.baseUrl, 'tee')).toMatchObject({ status: 409 })
  expect(near.counts.chat).toBe(0)

  expect(gateway.said).toContain(
    `  Enclave    near: not verified (code.registers), so nothing is sent there. Pinned: 1 machine, last on ${now['at']}.`,
  )
  expect(await json(`${gateway.baseUrl}/readyz`)).toEqual({
    status: 'ready',
    refused_enclaves: [{ upstream: 'near', checks: ['code.registers'] }],
  })
  const limits = await json(`${gateway.baseUrl}/api/limits`)
  expect(limits).toMatchObject({ observed: { broken_pin_routes: 1, unpinned_enclave_routes: 0 } })
  expect(limits['not_promised']).toContainEqual({
    id: 'pins-broken',
    text: expect.any(String) as string,
    because: 'Of 1 route to enclaves, 1 runs software that is not accepted.',
  })
})

test('an enclave of Tinfoil is pinned by who signs its releases, and takes no other pins', async () => {
  const tinfoil = await untilEnd(startTinfoil({ platform: 'sev-snp' }))
  const { attest } = over({
    upstreams: [
      {
        id: 'tinfoil',
        kind: 'tinfoil-simulated',
        base_url: tinfoil.baseUrl,
        makers_url: tinfoil.makersUrl,
        repository: tinfoil.repository,
        simulation_roots: tinfoil.roots as never,
        models: { any: demoModel },
      },
    ],
    traits: {},
  })
  const { code, stdout } = await attest('tinfoil', '--ask')
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n {2}measurement {3}[0-9a-f]{96}\n/)
  expect(stdout).toContain(`the owner of ${tinfoil.repository} must have signed the release`)
  expect(stdout).toContain('bound by the channel to the enclave')
  expect(await attest('tinfoil', '--pin')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the upstream "tinfoil" takes no pins'),
  })
})

test('an enclave of Chutes of which nothing is pinned is not verified', async () => {
  const chutes = await untilEnd(startChutes())
  const { attest } = over(chutesConfig(chutes, {}))
  expect(await attest('chutes')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^chutes: incomplete, missing code.registers\n/),
  })
  expect((await attest('chutes', '--pin')).code).toBe(0)
  expect((await attest('chutes')).code).toBe(0)
})

test('an enclave that speaks ACI is shown beside the reference values', async () => {
  const simulator = await untilEnd(startSimulator())
  const good = over(simulatedConfig(simulator))
  const shown = await good.attest('simulated')
  expect(shown.code).toBe(0)
  expect(shown.stdout).toMatch(/^aci: verified\n/)
  expect(shown.stdout).toMatch(/compose_hash {2}[0-9a-f]{64} is pinned\n/)
  expect((await good.attest('simulated', '--pin')).code).toBe(2)

  const reference_values = { ...simulator.referenceValues, compose_hashes: ['ab'.repeat(32)] }
  const other = over(simulatedConfig(simulator, {}, { reference_values } as Partial<Upstream>))
  const refused = await other.attest('simulated')
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('✗ us       policy.compose')
  expect(refused.stdout).toMatch(
    /compose_hash {2}[0-9a-f]{64} is not pinned; pinned is (?:ab){32}\n/,
  )
})

test('an upstream that is not there, or is no enclave, is refused, and so is a model of another', async () => {
  const { attest } = over(
    await beside([]).then(({ upstreams }) => ({ upstreams: upstreams.slice(1), traits: {} })),
  )
  for (const [args, message] of [
    [['nobody'], 'no upstream "nobody"'],
    [['own'], 'the upstream "own" is no enclave'],
    [['own', 'gpt'], `its models are ${askedModel}`],
    [[], 'attest takes an upstream'],
  ] as const) {
    const { code, stderr } = await attest(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  }
})
