import { getFromService } from '../../../gateway/upstreams/enclave/collateral/get-from-service.ts'
import type { ModelList, ProviderModel } from './model-list.ts'
import { readOrReason } from '#shared/read-or.ts'

/** Asks a provider for its list. @returns why it cannot be had, where that is so */
export async function fetchModels(list: ModelList): Promise<readonly ProviderModel[] | string> {
  let bytes: Uint8Array
  try {
    bytes = (await getFromService(list.service, list.path, null)).bytes
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    return typeof code === 'string' ? code : message
  }
  return readOrReason(() => list.read(bytes))
}
