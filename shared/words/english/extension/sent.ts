/** What left this device for one request. */
export const sentWords = {
  title: 'What left this device',
  allInClear: 'Everything left in clear: the gateway, or the site’s own server, could read it.',
  allSealed: 'The whole request was encrypted for the enclave.',
  someSealed: (sealed: number, inClear: number) =>
    `${sealed} encrypted for the enclave, ${inClear} in clear.`,
  leftOutCount: (count: number) => ` ${count} left out, as you set.`,
  fields: 'Fields',
  field: 'Field',
  how: 'How',
  bytes: 'Bytes',
  sealed: 'encrypted',
  inClear: 'in clear',
  leftOut: 'left out',
  tooLong: 'the whole request, which is too long to be encrypted',
  moreSealed: (count: number) => `${count} more, encrypted`,
  moreInClear: (count: number) => `${count} more, in clear`,
} as const
