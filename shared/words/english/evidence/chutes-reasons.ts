// What the evidence of Chutes lacks or says wrongly.

export const part = 'a part of the evidence'
export const instance = (id: string) => `instance ${id}`
export const noCertificate = 'the provider leaves the certificate out'
export const nothingMeasured = 'RTMR3 is 0: nothing was measured after the start'
export const ownPrograms = 'the provider’s own programs check containers and weights'
export const keyNotListed = 'the provider listed no key of this instance'
export const keyOfInstance = 'the key of the instance'
export const noList = 'the list of instances is missing'
export const evidence = 'the evidence'
export const list = 'the list of instances'
