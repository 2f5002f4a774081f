import { Pool, ProxyAgent } from 'undici'
import { getDocument, type GottenDocument } from '../get-document.ts'

const timeoutMs = 15_000

/**
 * One document of a service that hands out what is signed, over a connection of its own.
 * @param service base address
 * @param through a proxy that passes the connection on; straight there where it is null
 * @throws {Error} for any status but 200
 */
export async function getFromService(
  service: string,
  path: string,
  through: URL | null,
): Promise<GottenDocument> {
  const base = new URL(service)
  const { origin } = base
  const pool =
    through === null
      ? new Pool(origin, { connect: { timeout: timeoutMs } })
      : new ProxyAgent({
          uri: through.href,
          proxyTunnel: true,
          requestTls: { timeout: timeoutMs },
        })
  try {
    const prefix = base.pathname.replace(/\/+$/, '')
    const document = await getDocument(pool, { origin, path: `${prefix}${path}`, timeoutMs })
    if (document.status !== 200) throw new Error(`status ${document.status} for ${path}`)
    return document
  } finally {
    await pool.destroy()
  }
}
