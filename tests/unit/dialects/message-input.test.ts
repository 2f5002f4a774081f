import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { readMessageStream } from '#shared/dialects/message-stream.ts'
import { FormatError } from '#shared/errors.ts'
import vectors from '../../vectors/message-input.countersign.json' with { type: 'json' }

interface Case {
  readonly begins: unknown
  readonly pieces: readonly string[]
}

function readBlocks({ begins, pieces }: Case): unknown {
  const index = 0
  const events = [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: begins },
    },
    ...pieces.map((partial_json) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json },
    })),
    { type: 'content_block_stop', index },
    { type: 'message_stop' },
  ]
  const stream = readMessageStream()
  for (const event of events) {
    stream.read(utf8ToBytes(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
  }
  return stream.value()
}

test.each(vectors.cases)('the input of a use of a tool: $name', (given) => {
  if (given.refused) expect(() => readBlocks(given)).toThrow(FormatError)
  else expect(readBlocks(given)).toMatchObject([{ type: 'tool_use', input: given.input }])
})
