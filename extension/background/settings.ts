import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'

/** A gateway that the user named, with the signer pinned when it was named. */
export interface Gateway {
  readonly origin: string
  readonly pinned: string
  readonly signers: SignerHistory
}

interface Stored {
  readonly gateways: readonly Gateway[]
  readonly sites: readonly string[]
  readonly development: boolean
}

const empty: Stored = { gateways: [], sites: [], development: false }

/** Read each time: the worker may have been stopped since. */
export async function readSettings(): Promise<Stored> {
  const stored = await chrome.storage.local.get('settings')
  return { ...empty, ...(stored['settings'] as Partial<Stored> | undefined) }
}

export async function changeSettings(change: (stored: Stored) => Stored): Promise<Stored> {
  const next = change(await readSettings())
  await chrome.storage.local.set({ settings: next })
  return next
}
