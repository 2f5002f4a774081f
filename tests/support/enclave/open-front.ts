import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import type { TlsIdentity } from '../../../server/demo/enclave/hardware/tls-identity.ts'

/** TLS before a port of this machine. */
export async function openFront({ keyPem, certificatePem }: TlsIdentity, port: number) {
  const front = createServer({ key: keyPem, cert: certificatePem }, (near) => {
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
