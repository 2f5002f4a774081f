import { concatBytes, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { writeFragment } from '#shared/document/fragment.ts'

/** A link to a gateway's `/verify` page with this document behind its `#`, which no server is told. */
export async function verifyLink(gateway: string, document: object): Promise<string> {
  const deflated = await deflate(new Uint8Array(utf8ToBytes(JSON.stringify(document))))
  return `${gateway}/verify#${writeFragment(deflated)}`
}

/** Read piece by piece: to make a `Response` of the stream costs ten times as much. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { writable, readable } = new CompressionStream('deflate-raw')
  const writer = writable.getWriter()
  const written = Promise.all([writer.write(bytes), writer.close()])
  const pieces: Uint8Array[] = []
  for await (const piece of readable) pieces.push(piece)
  await written
  return concatBytes(...pieces)
}
