import type { Browser } from 'playwright-core'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
import { nameSigner } from './name-signer.ts'
import { watchPage, type WatchedPage } from '../browser/watch-page.ts'

/** `/verify` of a gateway, with the signer of the vectors named. */
export async function openVerifyPage(
  browser: Pick<Browser, 'newPage'>,
  { baseUrl }: { readonly baseUrl: string },
): Promise<WatchedPage> {
  const watched = await watchPage(browser)
  await watched.page.goto(`${baseUrl}/verify`)
  await nameSigner(watched.page, JSON.stringify(answers.limits))
  await watched.page.getByText('You typed 0x').waitFor()
  return watched
}
