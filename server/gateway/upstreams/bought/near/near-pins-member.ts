import { pinsMember } from '../bought-options.ts'

/** Of a host, or of a gateway before hosts. RTMR3 names one machine, so that no pin has it. */
export const nearPinsMember = pinsMember([
  'mrtd',
  'rtmr0',
  'rtmr1',
  'rtmr2',
  'compose_hash',
  'app_id',
])
