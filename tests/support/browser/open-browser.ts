import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { browserArguments } from './browser-arguments.ts'

/** Where a Chromium may be; `CHROMIUM` names another one. */
const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @throws {Error} when there is none */
export function browserPath(): string {
  const path = places.find((place) => place !== undefined && existsSync(place))
  if (path === undefined) {
    throw new Error('No Chromium here: install one, or name it as CHROMIUM=/path/to/chromium')
  }
  return path
}

/** For pages: the extension runs in none of these. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [
      ...browserArguments,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Else each page of a gateway would have a renderer of its own, in the same tab.
      '--disable-site-isolation-trials',
    ],
  })
}
