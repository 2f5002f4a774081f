import { watchPage, type WatchedPage } from '../browser/watch-page.ts'

/** `/verify` of a gateway, once the gateway has said who signs. */
export async function openVerify(
  browser: Parameters<typeof watchPage>[0],
  baseUrl: string,
  options: Parameters<typeof watchPage>[1] = {},
): Promise<WatchedPage> {
  const watched = await watchPage(browser, options)
  await watched.page.goto(`${baseUrl}/verify`)
  await watched.page.getByText('publishes').waitFor()
  return watched
}
