import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Where a Chromium may be; `CHROMIUM` names another one. */
const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function openBrowser(): Promise<Browser> {
  const executablePath = places.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    throw new Error('No Chromium here: install one, or name it as CHROMIUM=/path/to/chromium')
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
