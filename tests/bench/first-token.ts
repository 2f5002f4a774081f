import { Writable } from 'node:stream'
import { readFileSync } from 'node:fs'
import { Client } from 'undici'
import type { LoadOptions } from './load.ts'
import { quantile } from './quantile.ts'

/** Median time, in milliseconds, from a request to the first token of its stream; one request at a time. */
export async function firstTokenMs(
  { baseUrl, headers, bodyPath }: Pick<LoadOptions, 'baseUrl' | 'headers' | 'bodyPath'>,
  requests: number,
): Promise<number> {
  const client = new Client(baseUrl)
  const body = readFileSync(bodyPath)
  const times: number[] = []
  for (let left = requests; left > 0; left -= 1) {
    const sentMs = performance.now()
    let came: number | null = null
    await client.stream(
      {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      },
      () =>
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            if (chunk.includes('"first"')) came ??= performance.now() - sentMs
            done()
          },
        }),
    )
    if (came === null) throw new Error('a stream had no first token')
    times.push(came)
  }
  await client.close()
  return quantile(times, 0.5)
}
