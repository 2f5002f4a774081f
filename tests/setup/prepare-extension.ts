import { grantedProfile } from '../support/granted-profile.ts'
import { ensureExtension } from './ensure-extension.ts'

let prepared: Promise<unknown> | undefined

/** The extension, and a browser's profile that has it: once for all projects. */
export async function setup(): Promise<void> {
  prepared ??= ensureExtension().then(grantedProfile)
  await prepared
}
