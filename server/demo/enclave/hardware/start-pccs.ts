import fastify from 'fastify'
import { addPccs, type Pccs } from './add-pccs.ts'

/** The collateral, served as by a PCCS on loopback. */
export async function startPccs(served: Pccs) {
  const app = fastify({ forceCloseConnections: true })
  addPccs(app, served)
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}
