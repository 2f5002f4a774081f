import type * as Countersign from '#shared/package/countersign.ts'

// What a user of the package does. Runs in whichever runtime, without its types (package-program.ts).

const model = 'svc-assist-mini'
const messages = [{ role: 'user', content: 'Hello' }]
const anywhere = 'https://api.example/v1/'

/** Samples of modes, dialects and deliveries; all of them: tests/integration/package/fetch-dialects.test.ts. */
const asks = [
  ['tee', 'chat/completions', { messages }],
  ['e2ee', 'responses', { input: 'Hello' }],
  ['e2ee', 'messages', { messages, max_tokens: 300, stream: true }],
] as const

/** What came of each, as JSON. */
export async function tryPackage(
  countersign: typeof Countersign,
  { gateway, key }: { readonly gateway: string; readonly key: string },
): Promise<object> {
  const { countersignFetch, fetchEvidence, fetchSigners, judgeEvidence, verifyAnswer } = countersign
  const accepted = { gateway, key, simulation: 'accept' } as const
  const states: unknown[] = []
  for (const [atLeast, path, body] of asks) {
    const ask = countersignFetch({ ...accepted, atLeast })
    // oxlint-disable-next-line no-await-in-loop
    const response = await ask(`${anywhere}${path}`, post({ model, ...body }))
    // oxlint-disable-next-line no-await-in-loop
    const hasWords = (await response.text()).includes('demo')
    states.push(hasWords ? response.headers.get('x-svc-state') : 'no words')
  }
  const chat = `${anywhere}chat/completions`
  const flowing = countersignFetch({ ...accepted, atLeast: 'e2ee', streams: 'as-they-open' })
  const streamed = await flowing(chat, post({ model, messages, stream: true }))
  const strict = countersignFetch({ gateway, key, atLeast: 'e2ee' })
  const refused = await strict(chat, post({ model, messages })).then(
    () => 'answered',
    (error: unknown) => countersign.findCountersignError(error)?.code,
  )

  const request = { model, messages, shown_mode: 'tee' }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${gateway}/v1/chat/completions`, { ...post(request), headers })
  const text = await answer.text()
  const signers = await fetchSigners(gateway)
  const reader = { signers, request, simulation: 'accept' } as const
  return {
    states,
    flowing: (await streamed.text()).includes('"verdict":{"by":"countersign","state":"simulated"'),
    refused,
    judged: judgeEvidence(text, await fetchEvidence(text, gateway), reader).state,
    verified: verifyAnswer(text, reader).verdict,
    altered: verifyAnswer(text.replace('"content":"', '"content":"No. '), reader).failed?.id,
  }
}

function post(body: object) {
  return { method: 'POST', body: JSON.stringify(body) }
}
