export const measurementClaims = {
  'measurement.events': {
    user: 'Each entry in the record of the start has its own name and kind.',
    auditor:
      'Every RTMR3 event has type 0x08000001 and a name without a colon. Each digest in the log equals the recomputed digest.',
    source: 'shared/aci/PROTOCOL.md §4.2',
  },
  'measurement.rtmr3': {
    user: 'The processor measured this record of what was started.',
    auditor: 'Replaying the log with recomputed digests gives RTMR3 of the quote.',
    source: 'shared/aci/PROTOCOL.md §4.1',
  },
  'measurement.firmware-log': {
    user: 'The record of the boot, before the software started, is complete.',
    auditor: 'Replaying the log gives RTMR0, RTMR1 and RTMR2 of the quote.',
    source: 'shared/aci/PROTOCOL.md §4.1',
  },
  'measurement.boot-events': {
    user: 'The record says clearly what was started.',
    auditor:
      'Events 0, 1 and 2 of RTMR3 are system-preparing, app-id and compose-hash, once each. One system-ready follows, without payload. Other facts stand before it, at most once. Every event has its length.',
    source: 'shared/aci/PROTOCOL.md §4.2, §4.3',
  },
  'measurement.compose': {
    user: 'The processor measured this description of the software.',
    auditor: 'sha256(app_compose) equals the compose hash in the log.',
    source: 'shared/aci/PROTOCOL.md §5.1',
  },
  'measurement.mrconfigid': {
    user: 'The hardware got the same configuration.',
    auditor:
      'Where MRCONFIGID is used, form 1 binds the compose hash. Form 2 binds app id and key provider, too.',
    source: 'shared/aci/PROTOCOL.md §4.4',
  },
} as const
