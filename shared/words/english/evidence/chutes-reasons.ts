/** What the evidence of Chutes lacks or says wrongly. */
export const chutesReasons = {
  part: 'a part of the evidence',
  instance: (id: string) => `instance ${id}`,
  noCertificate: 'the provider leaves the certificate out',
  nothingMeasured: 'RTMR3 is 0: nothing was measured after the start',
  ownPrograms: 'the provider’s own programs check containers and weights',
  keyNotListed: 'the provider listed no key of this instance',
  keyOfInstance: 'the key of the instance',
  noList: 'the list of instances is missing',
  evidence: 'the evidence',
  list: 'the list of instances',
} as const
