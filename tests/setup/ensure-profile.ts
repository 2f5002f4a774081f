import { grantedProfile } from '../support/granted-profile.ts'

/** Before the first file copies it. */
export async function setup(): Promise<void> {
  await grantedProfile()
}
