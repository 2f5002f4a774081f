import type { Claim } from '../../claim.ts'

export const policyClaims = {
  'policy.compose': {
    user: 'The software in the enclave is a version that was accepted beforehand.',
    auditor: 'The compose hash out of the replayed RTMR3 is among the reference values.',
    source: 'shared/aci/PROTOCOL.md §5.1',
  },
  'policy.compose-content': {
    user: 'The description of the software leaves nothing open that matters.',
    auditor:
      'Of an accepted file: runner docker-compose, no scripts, KMS on, logs and system information not public, no member of it or of the compose file whose meaning is not known, images pinned by digest, allowed variables as whole values of an environment alone, plain YAML, no admin token.',
    source: 'shared/aci/PROTOCOL.md §5.2',
  },
  'policy.direct-serving': {
    user: 'The enclave runs the model itself where it says so.',
    auditor:
      'The programs of a service with serving "direct" are told no host but services of the same compose file, and take no variable.',
    source: 'shared/aci/PROTOCOL.md §5.2',
  },
  'policy.app-id': {
    user: 'The enclave is the workload that was agreed on.',
    auditor: 'The app id out of the replayed RTMR3 is among the reference values.',
    source: 'shared/aci/PROTOCOL.md §5',
  },
  'policy.platform': {
    user: 'The operating system in the enclave is an accepted one.',
    auditor:
      'MRTD and RTMR0 to RTMR2, or the OS image hash in RTMR3, are among the reference values.',
    source: 'shared/aci/PROTOCOL.md §5',
  },
  'policy.development-image': {
    user: 'The operating system in the enclave gives nobody a shell.',
    auditor: 'The OS image hash is none of the known development images.',
    source: 'shared/aci/PROTOCOL.md §5.3',
  },
  'policy.key-provider': {
    user: 'The keys come from the accepted key management.',
    auditor: 'The id in the key-provider event is among the reference values.',
    source: 'shared/aci/PROTOCOL.md §5.3',
  },
} as const satisfies Readonly<Record<string, Claim>>
