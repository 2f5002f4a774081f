export const policyClaims = {
  'policy.compose': {
    user: 'The enclave runs a version of its software that was accepted beforehand.',
    auditor: 'The compose hash out of the replayed RTMR3 is among the reference values.',
    source: 'shared/aci/PROTOCOL.md §5.1',
  },
  'policy.compose-content': {
    user: 'The description of the software fixes all that matters.',
    auditor:
      'The accepted file has the runner docker-compose, KMS on, and no scripts. Its logs and system information are not public. The meaning of each member is known. Images are pinned by digest. Allowed variables stand alone, as whole values of an environment. The YAML is plain, and has no admin token.',
    source: 'shared/aci/PROTOCOL.md §5.2',
  },
  'policy.direct-serving': {
    user: 'The enclave runs the model itself, if it says that it does.',
    auditor:
      'In an enclave with serving "direct", programs know only the hosts of their own compose file, and take no variable.',
    source: 'shared/aci/PROTOCOL.md §5.2',
  },
  'policy.app-id': {
    user: 'The enclave runs the expected application.',
    auditor: 'The app id out of the replayed RTMR3 is among the reference values.',
    source: 'shared/aci/PROTOCOL.md §5',
  },
  'policy.platform': {
    user: 'The enclave runs an operating system that was accepted beforehand.',
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
} as const
