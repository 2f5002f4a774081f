import { spawn } from 'node:child_process'
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { connect } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { addPccs } from '../../server/demo/enclave/add-pccs.ts'
import { appCompose } from '../../server/demo/enclave/hardware/app-compose.ts'
import { simulatedBoot, simulationReferenceValues } from '../../server/demo/enclave/make-enclave.ts'
import { makeEventLog, measure } from '../../server/demo/enclave/hardware/make-event-log.ts'
import {
  makeHostEvidence,
  type HostPlan,
} from '../../server/demo/enclave/hardware/make-host-evidence.ts'
import { makeKeyCustody } from '../../server/demo/enclave/hardware/make-key-custody.ts'
import { makeCollateral } from '../../server/demo/enclave/hardware/simulation-collateral.ts'
import {
  makeSimulationPki,
  type SimulationPki,
} from '../../server/demo/enclave/hardware/simulation-pki.ts'
import { makeQuote } from '../../server/demo/enclave/hardware/simulation-quote.ts'
import { kmsRootScalar } from '../../server/demo/enclave/start-simulator.ts'
import {
  makeTlsIdentity,
  type TlsIdentity,
} from '../../server/demo/enclave/hardware/tls-identity.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { freePort } from './free-port.ts'
import { keepConnections } from './keep-connections.ts'

export interface Reference {
  /** Over TLS, under the key in its keyset. */
  readonly baseUrl: string
  readonly collateralUrl: string
  readonly rootPem: string
  readonly certificatePem: string
  readonly referenceValues: ReturnType<typeof simulationReferenceValues>
  /** `kill -9`, and another process of the same keys, or of others, in its place. */
  restart(keys: 'same keys' | 'other keys'): Promise<void>
  close(): Promise<void>
}

interface ReferenceOptions {
  /** Path of the built program. */
  readonly program: string
  /** Of the model's host, which nobody can verify. */
  readonly hostUrl: string
  readonly models: readonly string[]
  readonly serving: 'direct' | 'aggregator'
  /** The host behind it shows this, and its verifier vouches for it; left out, nobody verified the host. */
  readonly host?: HostPlan
}

/** The enclaves' reference gateway as a process, in a guest whose hardware is simulated. */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const now = new Date()
  const pki = await makeSimulationPki(now)
  // The root that verifiers of the simulation ship with.
  const scalars = { rootScalar: kmsRootScalar, appScalar: randomBytes(32) }
  const tls = await makeTlsIdentity(now)
  const guest = await startGuest(pki, scalars)
  const pccs = fastify({ forceCloseConnections: true })
  addPccs(pccs, { pki, collateral: () => makeCollateral(pki, now) })
  await pccs.listen({ port: 0, host: '127.0.0.1' })
  const folder = temporaryFolder()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const port = await freePort()
  const host = options.host ? await vouchedHost(options.hostUrl, pki, options.host) : null
  if (host) chmodSync(write('uv', host.verifier), 0o755)
  const upstream = {
    name: 'host',
    provider: host ? 'phala-direct' : 'openai-compatible',
    base_url: host?.front.url ?? options.hostUrl,
    models: Object.fromEntries(options.models.map((model) => [model, model])),
  }
  const config = {
    bind: `127.0.0.1:${port}`,
    state_dir: join(folder, 'state'),
    upstream_config_seed_path: write('upstreams.json', JSON.stringify([upstream])),
    dstack_endpoint: guest.url,
    direct_serving: options.serving === 'direct',
    tls: {
      domain_certificates: [
        { domain: 'localhost', certificate_path: write('tls.pem', tls.certificatePem) },
      ],
    },
  }
  const path = write('gateway.json', JSON.stringify(config))
  const launch = () => launchReference(options.program, path, folder)
  let child = await launch()
  const front = await openFront(tls, port)
  return {
    baseUrl: `${front.url}/v1`,
    collateralUrl: `http://127.0.0.1:${(pccs.server.address() as AddressInfo).port}`,
    rootPem: pki.rootPem,
    certificatePem: tls.certificatePem,
    referenceValues: simulationReferenceValues(scalars),
    async restart(keys) {
      child.kill('SIGKILL')
      await once(child, 'exit')
      if (keys === 'other keys') guest.forget()
      child = await launch()
    },
    async close() {
      child.kill('SIGKILL')
      front.close()
      host?.front.close()
      await Promise.all([guest.close(), pccs.close()])
    },
  }
}

/** @param folder where it looks for the command that verifies hosts */
async function launchReference(program: string, configPath: string, folder: string) {
  const child = spawn(program, [], {
    env: {
      PRIVATE_AI_GATEWAY_CONFIG_PATH: configPath,
      PATH: `${folder}:${process.env['PATH']}`,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.includes('private-ai-gateway listening')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the reference ended with ${code}: ${printed}`)))
  })
  return child
}

/** TLS before a port of this machine. */
async function openFront({ keyPem, certificatePem }: TlsIdentity, port: number) {
  const front = createTlsServer({ key: keyPem, cert: certificatePem }, (near) => {
    const far = connect(port, '127.0.0.1')
    near.pipe(far).pipe(near)
    // What ends one end ends the other, as without it.
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const url = `https://localhost:${(front.address() as AddressInfo).port}`
  return { url, close: () => front.close() }
}

/**
 * The host behind TLS, and in the place of the reference's verifier of such hosts, which knows no simulated root, a
 * command that vouches for it with what it shows.
 */
async function vouchedHost(hostUrl: string, pki: SimulationPki, plan: HostPlan) {
  const tls = await makeTlsIdentity(new Date())
  const front = await openFront(tls, Number(new URL(hostUrl).port))
  const { evidence, spki } = makeHostEvidence(pki, { namedSpki: tls.spki, ...plan })
  const found = {
    result: 'verified',
    verifier_id: 'phala-direct/test/v1',
    evidence: {
      digest: `sha256:${createHash('sha256').update(evidence).digest('hex')}`,
      data: `data:application/json;base64,${evidence.toString('base64')}`,
    },
    channel_bindings: [{ type: 'tls_spki_sha256', origin: front.url, spki_sha256: spki }],
    provider_claims: {},
  }
  return { front, verifier: `#!/bin/sh\ncat > /dev/null\necho '${JSON.stringify(found)}'\n` }
}

/** dstack's guest agent: keys by their path, quotes, and what was booted. */
async function startGuest(
  pki: Awaited<ReturnType<typeof makeSimulationPki>>,
  scalars: { readonly rootScalar: Uint8Array; readonly appScalar: Uint8Array },
) {
  let seed = randomBytes(32)
  const compose = appCompose('pinned')
  const composeHash = createHash('sha256').update(compose).digest('hex')
  const log = makeEventLog({ ...simulatedBoot, composeHash })
  const [rtmr0 = '', rtmr1 = '', rtmr2 = '', rtmr3 = ''] = measure(log)
  const { appId, mrtd, osImageHash } = simulatedBoot

  async function answer(path: string, asked: Readonly<Record<string, string>>): Promise<object> {
    switch (path) {
      case '/GetKey': {
        const { path: place = '', purpose = '' } = asked
        const scalar = new Uint8Array(hkdfSync('sha256', seed, '', place, 32))
        const key = { role: '', path: place, purpose, algo: '', scalar, publicKey: '' }
        const { keys } = await makeKeyCustody({ ...scalars, appId }, [key])
        const chain = keys[0]?.signature_chain ?? []
        return { key: Buffer.from(scalar).toString('hex'), signature_chain: chain }
      }
      case '/GetQuote': {
        const { report_data: reportData = '' } = asked
        const facts = {
          mrtd,
          rtmr: [rtmr0, rtmr1, rtmr2, rtmr3],
          mrconfigid: `01${composeHash}${'00'.repeat(15)}`,
          reportData,
        }
        return {
          quote: makeQuote(pki, facts).toString('hex'),
          event_log: JSON.stringify(log),
          report_data: reportData,
          vm_config: '{}',
        }
      }
      default:
        return {
          app_id: appId,
          instance_id: '',
          app_cert: '',
          app_name: 'simulated',
          device_id: '',
          key_provider_info: '',
          compose_hash: composeHash,
          tcb_info: {
            mrtd,
            rtmr0,
            rtmr1,
            rtmr2,
            rtmr3,
            os_image_hash: osImageHash,
            compose_hash: composeHash,
            device_id: '',
            app_compose: compose,
            event_log: log,
          },
        }
    }
  }

  const server = createServer(keepConnections, (request, response) => {
    void readJson(request)
      .then((asked) => answer(request.url ?? '', asked))
      .then((body) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on it gives other keys. */
    forget() {
      seed = randomBytes(32)
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, string>
}
