import { describe, expect, test } from 'vitest'
import { judgeSaved as judge } from '../../../../support/receipts/judge-saved.ts'
import { findPython, saveWithPython } from '../../../../support/clients/python-openai.ts'
import { savedByServers } from '../../../../support/receipts/saved-by-servers.ts'

const { plain, likeOpenai, likeVllm, calling } = await savedByServers()
const cases = [plain, likeOpenai, likeVllm, calling]
const found = findPython()
const python = found.kind === 'found' ? found.python : ''
const why = found.kind === 'absent' ? ` (skipped: ${found.reason})` : ''

describe.skipIf(found.kind === 'absent')(`what the official Python client saves${why}`, () => {
  test('opens, in each of its ways', () => {
    for (const [at, saved] of saveWithPython(python, cases).entries()) {
      const given = cases[at] ?? plain
      expect(Object.keys(saved)).toContain('parse()')
      for (const [way, text] of Object.entries(saved)) {
        // Who leaves out what is null leaves out what was signed, and parse() makes null of an empty list.
        const losesNulls = way.includes('exclude_none') && given !== plain
        if (losesNulls || (way === 'parse()' && given === likeVllm)) continue
        const { judged } = judge(text, given, { messages: given.messages })
        expect([at, way, judged.verdict.kind]).toEqual([at, way, 'verified'])
        const altered = text.replaceAll('42', '43').replaceAll('\\"x\\":1', '\\"x\\":2')
        if (!text.includes('It is ')) continue
        expect(judge(altered, given, { messages: given.messages }).view.exitStatus).not.toBe(0)
      }
    }
  })

  test('is what the shapes of these tests imitate', () => {
    const [saved] = saveWithPython(python, [plain])
    const [choice] = (
      JSON.parse(saved?.['model_dump_json()'] ?? '') as { choices: [{ message: object }] }
    ).choices
    const nulls = {
      refusal: null,
      annotations: null,
      audio: null,
      function_call: null,
      tool_calls: null,
    }
    expect(choice.message).toEqual({ ...plain.message, ...nulls })
  })
})
