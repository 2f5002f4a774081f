export const nvidiaClaims = {
  'nvidia.format': 'This program can read the evidence of every GPU, to its last byte.',
  'nvidia.root':
    'Each chain ends in the root certificate of NVIDIA that this program knows byte for byte.',
  'nvidia.chain': 'NVIDIA issued the certificate of each GPU.',
  'nvidia.generation': 'Each GPU is a Hopper or a Blackwell, as its certificates say.',
  'nvidia.signature': 'Each GPU signed its measurements as they are here.',
  'nvidia.nonce': 'Each GPU signed the expected nonce, so the evidence is fresh.',
  'nvidia.distinct': 'No GPU is shown twice.',
  'nvidia.opinion-signature':
    "NVIDIA's service signed its opinion with the key that was kept beside it.",
  'nvidia.opinion-key': 'An authority of NVIDIA certified the key that signed the opinion.',
  'nvidia.opinion-time': 'The opinion was valid at the time of the check.',
  'nvidia.opinion-subject': 'The opinion is on these GPUs and this nonce.',
  'nvidia.opinion': "NVIDIA's service found firmware, driver and revocation in order.",
} as const
