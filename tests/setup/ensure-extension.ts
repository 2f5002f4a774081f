import { packExtension } from '../../server/packages/pack-extension.ts'

/** Builds and packs the extension for both browsers, unless nothing of it changed since. */
export async function ensureExtension(): Promise<void> {
  await packExtension(() => {
    process.stdout.write('Building the extension (npm run zip), a few seconds…\n')
  })
}
