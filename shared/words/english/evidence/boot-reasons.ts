// Why a check of what an enclave booted did not pass.

export const notAmong = (found: string, accepted: string) =>
  `${found} is not among the accepted ${accepted}`
export const otherPlatform = (mrtd: string) =>
  `MRTD ${mrtd} with its RTMR0 to RTMR2 is no accepted platform`
export const otherImage = (image: string) => `the OS image ${image} is not accepted`
export const noName = 'without a name'
export const platformPinned = 'MRTD and RTMR0 to RTMR2 are pinned'
export const imagePinned = 'the guest names an accepted OS image; MRTD is not pinned'
export const nothingPinned = 'the reader pinned nothing'
export const shell = (image: string) => `the OS image ${image} gives its operator a shell`
export const noKeyProvider = 'the reader pinned no key provider'
export const otherKeyProvider = (id: string) => `the key provider ${id} is not accepted`
export const readyTimes = (times: number) =>
  `"system-ready" stands in the log ${times} times, not once`
export const times = (event: string, times: number) =>
  `"${event}" stands in the log ${times} times, not once`
export const place = (event: string, index: number) => `"${event}" is not event ${index} of RTMR3`
export const payload = (event: string, bytes: number | undefined) =>
  `"${event}" has a payload of ${bytes} bytes`
export const beforeReady = (event: string, times: number) =>
  `"${event}" stands before "system-ready" ${times} times`
export const logTooLong = (most: number) => `the log is longer than ${most} characters`
export const tooManyEvents = (most: number) => `the log has more than ${most} events`
export const log = 'the event log'
export const type = (event: string, type: number) => `"${event}" in RTMR3 has type ${type}`
export const colon = (event: string) => `the name "${event}" in RTMR3 has a colon`
export const digest = (event: string) => `the digest of "${event}" does not belong to the event`
export const otherRegister = (index: number, measured: string) =>
  `the log does not lead to RTMR${index}, which is ${measured}`
export const unclear = 'the log does not say clearly what was started'
export const noComposeFile = 'the evidence has no compose file'
export const configUnused = 'this boot does not use MRCONFIGID'
export const otherDocument = 'MRCONFIGID binds a document that this evidence does not hold'
export const configForm = (form: number | undefined) =>
  `MRCONFIGID has the form ${form}, which this program does not know`
