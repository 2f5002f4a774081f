import { savedCase } from './saved-files.ts'

/** What servers send. */
export async function savedByServers() {
  const plain = await savedCase({ role: 'assistant', content: 'It is 42, surely.' })
  const likeOpenai = await savedCase({
    role: 'assistant',
    content: 'It is 42, surely.',
    refusal: null,
    annotations: [],
  })
  const likeVllm = await savedCase({
    role: 'assistant',
    reasoning_content: null,
    content: 'It is 42, surely.',
    refusal: null,
    annotations: null,
    audio: null,
    function_call: null,
    tool_calls: [],
  })
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }
  const calling = await savedCase({ role: 'assistant', content: null, tool_calls: [call] })
  return { plain, likeOpenai, likeVllm, calling }
}
