import type { UiAnswers, UiRequest } from '../messages/ui-requests.ts'

/** A request of this page that the background did not grant; the message is for the user. */
export class NotGranted extends Error {
  override readonly name = 'NotGranted'
}

/** @throws {NotGranted} */
export async function askBackground<Kind extends UiRequest['kind']>(
  request: Extract<UiRequest, { kind: Kind }>,
): Promise<UiAnswers[Kind]> {
  const answer: unknown = await chrome.runtime.sendMessage(request)
  const { error } = (answer ?? {}) as { readonly error?: unknown }
  if (typeof error === 'string') throw new NotGranted(error)
  return answer as UiAnswers[Kind]
}
