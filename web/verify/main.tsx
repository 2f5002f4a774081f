import { mountPage } from '#shared/ui/mount-page.tsx'
import { fetchSigners } from './fetch-signers.ts'
import type { FetchEvidence } from './use-evidence.ts'
import { VerifyPage } from './verify-page.tsx'

const fetchEvidence: FetchEvidence = async (gateway, svc) =>
  (await import('./fetch-enclave-evidence.ts')).fetchEnclaveEvidence(gateway, svc)

const { origin } = location

mountPage(<VerifyPage edition={{ kind: 'online', origin, fetchSigners, fetchEvidence }} />)
