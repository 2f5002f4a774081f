import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { verify } from '../support/verify-file.ts'

const gateway = inject('demo')

test('a request and its answer in one file, in UTF-16, are judged together; a changed word is not opened', async () => {
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
    const saved = JSON.stringify({ request, response: { ...answer, choices } }, null, 2)
    writeFileSync(file, `\ufeff${saved}`, 'utf16le')
    return verify(file, '--gateway', gateway.baseUrl)
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
