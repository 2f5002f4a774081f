import { describe, expect, test } from 'vitest'
import { removeSvcFromJson, removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import { recognise } from '#shared/document/recognise.ts'
import vectors from '../../vectors/dialects.countersign.json' with { type: 'json' }
import { ask } from '../../support/requests/ask.ts'
import { dialectRequests as requests } from '../../support/requests/dialect-requests.ts'
import { speakingConfig } from '../../support/gateway/speaking-config.ts'
import { answerJson, answerSse } from '../../support/peers/test-upstream.ts'
import { withoutSvc } from '../../support/requests/without-svc.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

// What an upstream says in messages and in responses, by the vectors: what is signed, and what is not.

const { upstream, gateway } = await startWithUpstream((url) =>
  speakingConfig(url, ['messages', 'responses']),
)

const isStream = ({ file }: { file: unknown }) => typeof file === 'string'

describe.each([
  ['messages', /^a (?:message|stream(?! of a response))/, '{"type":"error","error":{'],
  ['responses', /^a (?:response|stream of a response)/, '{"type":"error",'],
] as const)('in %s', (dialect, names, beginOfError) => {
  const cases = vectors.cases.filter(({ name }) => names.test(name))
  const good = cases.filter(({ failed }) => failed?.length === 0)
  const refused = cases.filter(({ failed }) => failed === null)
  const post = (stream: boolean) =>
    ask(`${gateway.baseUrl}/v1/${dialect}`, {
      model: 'test-private',
      ...requests[`/v1/${dialect}`],
      stream,
    })

  test.each(good)('the bytes of $name pass through, and svc is the last member', async (vector) => {
    const sent = withoutSvc(vector.file)
    expect(sent).not.toContain('"svc"')
    upstream.answerWith(isStream(vector) ? answerSse([sent]) : answerJson(sent))
    const answer = await post(isStream(vector))
    const remove = isStream(vector) ? removeSvcFromTranscript : removeSvcFromJson
    const { bytes, svcText } = remove(answer.bytes)
    expect(Buffer.from(bytes).toString('utf8')).toBe(sent)
    expect(svcText).toContain(`"committed":"${dialect}"`)
    expect(recognise(answer.bytes).kind).toBe('recognised')
  })

  test.each(refused.filter(isStream))('$name is broken off, and not signed', async ({ file }) => {
    upstream.answerWith(answerSse([withoutSvc(file)]))
    const answer = await post(true)
    const last = answer.text.trimEnd().split('\n\n').at(-1) ?? ''
    expect(last).toContain(`event: error\ndata: ${beginOfError}`)
    expect(last).toContain('"code":"upstream_error"')
    // What comes behind the end cannot change what was signed; it breaks the stream off all the same.
    expect(answer.text.indexOf('"svc"')).toBeLessThan(answer.text.indexOf('"type":"error"'))
    expect(recognise(answer.bytes).kind).not.toBe('recognised')
  })

  test('padding with the mark of a gateway breaks a stream off', async () => {
    const sent = withoutSvc(good.find(isStream)?.file)
    upstream.answerWith(answerSse([sent.replace('}\n\n', ',"obfuscation":"~aB3"}\n\n')]))
    const answer = await post(true)
    expect(answer.text).toContain('"code":"upstream_error"')
    expect(answer.text).not.toContain('"svc"')
  })

  test.each(refused.filter((each) => !isStream(each)))('$name is not signed', async ({ file }) => {
    upstream.answerWith(answerJson(withoutSvc(file)))
    const answer = await post(false)
    expect(answer.status).toBe(502)
    expect(answer.json()).toMatchObject({ error: { code: 'upstream_error' } })
  })
})
