import { mountServedPage } from '../mount-served-page.tsx'
import { fetchSigners } from './fetch-signers.ts'
import type { FetchEvidence } from './use-evidence.ts'
import { VerifyPage } from './verify-page.tsx'

const fetchEvidence: FetchEvidence = async (gateway, svc) =>
  (await import('./fetch-enclave-evidence.ts')).fetchEnclaveEvidence(gateway, svc)

mountServedPage('..', (gateway) => (
  <VerifyPage edition={{ kind: 'online', gateway, fetchSigners, fetchEvidence }} />
))
