import { makeSimulationPki } from '../enclave/hardware/simulation-pki.ts'
import { makeGpus } from './gpu-evidence.ts'

let makers: ReturnType<typeof makeMakers> | null = null

/** Makers of hardware, and one who is none: the same for all hosts of a process. */
export function hardwareMakers() {
  makers ??= makeMakers(new Date())
  return makers
}

async function makeMakers(now: Date) {
  const [pki, gpus, strangers] = await Promise.all([
    makeSimulationPki(now),
    makeGpus(now),
    makeGpus(now),
  ])
  return { pki, gpus, strangers }
}
