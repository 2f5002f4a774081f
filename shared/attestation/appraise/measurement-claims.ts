import type { Claim } from '../../claim.ts'

export const measurementClaims = {
  'measurement.events': {
    user: 'Nothing in the record of the start is relabelled.',
    auditor:
      'Every RTMR3 event has type 0x08000001 and a name without a colon, and a digest in the log equals the recomputed one.',
    source: 'shared/aci/PROTOCOL.md §4.2',
  },
  'measurement.rtmr3': {
    user: 'The record of what was started is the one that the processor measured.',
    auditor: 'Replaying the log with recomputed digests gives RTMR3 of the quote.',
    source: 'shared/aci/PROTOCOL.md §4.1',
  },
  'measurement.firmware-log': {
    user: 'The record of the boot before that is complete.',
    auditor: 'Replaying the log gives RTMR0, RTMR1 and RTMR2 of the quote.',
    source: 'shared/aci/PROTOCOL.md §4.1',
  },
  'measurement.boot-events': {
    user: 'The record says clearly what was started.',
    auditor:
      'Events 0, 1 and 2 of RTMR3 are system-preparing, app-id and compose-hash, once each; one system-ready without payload, before it other facts at most once; all of their lengths.',
    source: 'shared/aci/PROTOCOL.md §4.2, §4.3',
  },
  'measurement.compose': {
    user: 'The description of the software is the one that was measured.',
    auditor: 'sha256(app_compose) equals the compose hash in the log.',
    source: 'shared/aci/PROTOCOL.md §5.1',
  },
  'measurement.mrconfigid': {
    user: 'The hardware was given the same configuration.',
    auditor:
      'MRCONFIGID, where it is used, binds the compose hash (form 1), or it with app id and key provider (form 2).',
    source: 'shared/aci/PROTOCOL.md §4.4',
  },
} as const satisfies Readonly<Record<string, Claim>>
