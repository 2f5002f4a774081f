import { packExtension } from '../../server/packages/pack-extension.ts'
import { grantedProfile } from '../support/extension/granted-profile.ts'
import { ensureExtension } from './ensure-extension.ts'

let prepared: Promise<unknown> | undefined

/** The extension, and a browser's profile that has it: once for all projects. Its packages, too, for who runs all tests. */
export async function setup(): Promise<void> {
  prepared ??= build().then(grantedProfile)
  await prepared
}

async function build(): Promise<void> {
  if (process.env['TEST_ALL'] === 'yes') await packExtension(() => {})
  await ensureExtension()
}
