import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { fetchKeptEvidence } from '../../../../../server/commands/verify/fetch-kept-evidence.ts'
import type { Judged } from '../../../../../server/commands/verify/judge-file.ts'
import { listenHere } from '../../../../support/listen-here.ts'
import { untilEnd } from '../../../../support/until-end.ts'

test('the evidence that a gateway kept is what the answer names, and other bytes are none', async () => {
  let kept = 'evidence'
  const server = createServer((_request, response) => void response.end(kept))
  const { origin: base } = await untilEnd(listenHere(server))
  const svc = { evidence: sha256Digest(kept) }
  const judged = { subject: { kind: 'svc', svc } } as unknown as Judged
  expect(await fetchKeptEvidence(judged, base)).toEqual(utf8ToBytes('evidence'))

  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  kept = 'evidence of another enclave'
  expect(await fetchKeptEvidence(judged, base)).toBeNull()
  expect(said).toHaveBeenCalledTimes(1)
})
