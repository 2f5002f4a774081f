import { mountServedPage } from '../mount-served-page.tsx'
import { fetchSigners } from './signer/fetch-signers.ts'
import type { FetchEvidence } from './enclave/use-evidence.ts'
import { VerifyPage } from './verify-page.tsx'

const fetchEvidence: FetchEvidence = async (gateway, svc) =>
  (await import('./enclave/fetch-enclave-evidence.ts')).fetchEnclaveEvidence(gateway, svc)

mountServedPage('..', (gateway) => (
  <VerifyPage edition={{ kind: 'online', gateway, fetchSigners, fetchEvidence }} />
))
