import workerThreads from 'node:worker_threads'
import zlib from 'node:zlib'

/**
 * What Node 20 does not have and the HTTP client asks for while it is loaded. Neither is used for what is asked here: no request says
 * that an answer in zstd would be read, and nothing is sent to another thread.
 */
export function addStandIns(): void {
  if (!('createZstdDecompress' in zlib)) {
    Object.assign(zlib, {
      createZstdDecompress() {
        throw new TypeError('this Node knows no zstd')
      },
    })
  }
  if (!('markAsUncloneable' in workerThreads)) {
    Object.assign(workerThreads, { markAsUncloneable: () => {} })
  }
}
