import { chutesKind } from './chutes/chutes-kind.ts'
import type { EvidenceKind } from './evidence-kind.ts'
import { nanogpt } from './nanogpt.ts'
import { nearCloud } from './near-cloud.ts'
import { nearDirect } from './near-direct.ts'
import { redpill } from './redpill.ts'
import { tinfoilDirect } from './tinfoil/tinfoil-direct.ts'
import { tinfoilRouter } from './tinfoil/tinfoil-router.ts'
import { veniceNear } from './venice-near.ts'

/** All that can be judged. */
export const evidenceKinds: readonly EvidenceKind[] = [
  nearDirect,
  nearCloud,
  veniceNear,
  tinfoilDirect,
  tinfoilRouter,
  chutesKind,
  nanogpt,
  redpill,
]
