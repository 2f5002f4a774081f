import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { createServer, type IncomingMessage } from 'node:http'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import { makeEventLog, measure } from '../../../server/demo/enclave/hardware/make-event-log.ts'
import { makeKeyCustody } from '../../../server/demo/enclave/hardware/make-key-custody.ts'
import type { SimulationPki } from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { makeQuote } from '../../../server/demo/enclave/hardware/simulation-quote.ts'
import { simulatedBoot } from '../../../server/demo/enclave/make-enclave.ts'
import { keepConnections } from '../keep-connections.ts'
import { listenHere } from '../listen-here.ts'

/** dstack's guest agent: keys by their path, quotes, and what was booted. */
export async function startGuest(
  pki: SimulationPki,
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
  const { origin, close } = await listenHere(server)
  return {
    url: origin,
    close,
    /** From now on it gives other keys. */
    forget() {
      seed = randomBytes(32)
    },
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, string>> {
  return JSON.parse((await text(request)) || '{}') as Record<string, string>
}
