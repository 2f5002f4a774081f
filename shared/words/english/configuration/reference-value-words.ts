/** What each member of the reference values means. */
export const referenceValueWords = {
  composeHashes: 'SHA-256 of each accepted app-compose file.',
  platforms: 'Accepted MRTD and RTMR0 to RTMR2 of an image and shape of machine.',
  osImageHashes:
    'Accepted os-image-hash events. Weaker than platforms: the guest itself states the hash.',
  tcbStatuses: 'Default UpToDate and SWHardeningNeeded.',
  environment: 'Names of unmeasured variables that the compose file may take. Default none.',
  directComposeHashes:
    'The compose_hashes whose enclaves run the model themselves. Receipts of all others must name a verified host.',
  appIds: 'Accepted workloads.',
  kmsRoots: 'Accepted root keys of the key management, compressed secp256k1.',
  keyProviders:
    'Accepted ids in the key-provider event. Without this member, the gateway does not compare the id.',
  modelHosts:
    'What the hosts behind this enclave must measure to. Without this member, their software is the provider’s claim.',
  referenceValues: 'the reference values',
  nothingPinned: 'the reference values pin neither platforms nor os_image_hashes',
} as const
