/** Best first (PROTOCOL.md §3.2). */
export const tcbStatuses = [
  'UpToDate',
  'SWHardeningNeeded',
  'ConfigurationNeeded',
  'ConfigurationAndSWHardeningNeeded',
  'OutOfDate',
  'OutOfDateConfigurationNeeded',
  'Revoked',
] as const

export type TcbStatus = (typeof tcbStatuses)[number]

/** A revoked platform is never accepted, whatever a policy says. */
export type AcceptableTcbStatus = Exclude<TcbStatus, 'Revoked'>
