import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'

const gateway = inject('demo')

test('a request and its answer in one file are judged together; a changed word is not opened', async () => {
  const request = { model: 'svc-chat', messages: [{ role: 'user', content: 'hi' }] }
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(request),
  })
  const answer = (await response.json()) as { choices: [{ message: { content: string } }] }
  const { message } = answer.choices[0]
  const file = join(temporaryFolder(), 'saved.json')
  const judge = (content: string) => {
    const choices = [{ index: 0, message: { ...message, content, refusal: null, audio: null } }]
    writeFileSync(file, JSON.stringify({ request, response: { ...answer, choices } }, null, 2))
    return verify(file, '--gateway', gateway.baseUrl, '--verbose')
  }
  const honest = await judge(message.content)
  expect(honest.stdout).toMatch(
    /PASS commitment\.response: .*read without the null of refusal, audio/,
  )
  expect(honest.stdout).toContain('PASS receipt.model')
  expect(honest.code).toBe(0)
  const altered = await judge(`${message.content}!`)
  expect(altered.stdout).toContain('NOT OPENED commitment.response: ')
  expect(altered.stdout).toContain('Do not rely on the words in this file')
  expect(altered.stdout).toContain('the answer as it came over the network')
  expect(altered.code).toBe(2)
})

test('JSON lines have a verdict for each answer and a status for all', async () => {
  const kept: readonly [object, object] = await Promise.all([keep('hi'), keep('and again')])
  const file = join(temporaryFolder(), 'chat.jsonl')
  const judge = (lines: readonly object[], ...more: readonly string[]) => {
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return verify(file, '--gateway', gateway.baseUrl, '--verbose', ...more)
  }
  const honest = await judge(kept)
  expect(honest.stdout).toContain('The file holds 2 answers, each checked by itself')
  expect(honest.stdout).toMatch(/\n○ Private · promised: 1, 2\n$/)
  expect(honest.code).toBe(0)

  const forged = JSON.parse(JSON.stringify(kept[1]).replaceAll('and again', 'and never'))
  const altered = await judge([kept[0], forged as object])
  expect(altered.stdout).toMatch(/\n○ Private · promised: 1\n✕ Check failed: 2\n$/)
  expect(altered.code).toBe(1)

  const first = await judge([kept[0], forged as object], '--answer', '1')
  expect(first.stdout).toContain('PASS commitment.response: ')
  expect(first.code).toBe(0)
  const third = await judge(kept, '--answer', '3')
  expect(third).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is 3, and the file holds 2') as string,
  })
})

/** A request with its answer as it came. The demo repeats what it was asked. */
async function keep(content: string): Promise<object> {
  const request = { model: 'svc-chat', messages: [{ role: 'user', content }] }
  const answer = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(request),
  })
  return { request, response: await answer.text() }
}
