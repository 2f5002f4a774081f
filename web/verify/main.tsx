import { mountPage } from '#shared/ui/mount-page.tsx'
import { gatewayAt } from '../gateway-at.ts'
import { fetchSigners } from './fetch-signers.ts'
import type { FetchEvidence } from './use-evidence.ts'
import { VerifyPage } from './verify-page.tsx'

const fetchEvidence: FetchEvidence = async (gateway, svc) =>
  (await import('./fetch-enclave-evidence.ts')).fetchEnclaveEvidence(gateway, svc)

const gateway = gatewayAt('..')

mountPage(<VerifyPage edition={{ kind: 'online', gateway, fetchSigners, fetchEvidence }} />)
