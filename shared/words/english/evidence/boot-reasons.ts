/** Why a check of what an enclave booted did not pass. */
export const bootReasons = {
  notAmong: (found: string, accepted: string) => `${found} is not among the accepted ${accepted}`,
  otherPlatform: (mrtd: string) => `MRTD ${mrtd} with its RTMR0 to RTMR2 is no accepted platform`,
  otherImage: (image: string) => `the OS image ${image} is not accepted`,
  noName: 'without a name',
  platformPinned: 'MRTD and RTMR0 to RTMR2 are pinned',
  imagePinned: 'the guest names an accepted OS image; MRTD is not pinned',
  nothingPinned: 'the reader pinned nothing',
  shell: (image: string) => `the OS image ${image} gives its operator a shell`,
  noKeyProvider: 'the reader pinned no key provider',
  otherKeyProvider: (id: string) => `the key provider ${id} is not accepted`,
  readyTimes: (times: number) => `"system-ready" stands in the log ${times} times, not once`,
  times: (event: string, times: number) => `"${event}" stands in the log ${times} times, not once`,
  place: (event: string, index: number) => `"${event}" is not event ${index} of RTMR3`,
  payload: (event: string, bytes: number | undefined) =>
    `"${event}" has a payload of ${bytes} bytes`,
  beforeReady: (event: string, times: number) =>
    `"${event}" stands before "system-ready" ${times} times`,
  logTooLong: (most: number) => `the log is longer than ${most} characters`,
  tooManyEvents: (most: number) => `the log has more than ${most} events`,
  log: 'the event log',
  type: (event: string, type: number) => `"${event}" in RTMR3 has type ${type}`,
  colon: (event: string) => `the name "${event}" in RTMR3 has a colon`,
  digest: (event: string) => `the digest of "${event}" does not belong to the event`,
  otherRegister: (index: number, measured: string) =>
    `the log does not lead to RTMR${index}, which is ${measured}`,
  unclear: 'the log does not say clearly what was started',
  noComposeFile: 'the evidence has no compose file',
  configUnused: 'this boot does not use MRCONFIGID',
  otherDocument: 'MRCONFIGID binds a document that this evidence does not hold',
  configForm: (form: number | undefined) =>
    `MRCONFIGID has the form ${form}, which this program does not know`,
} as const
