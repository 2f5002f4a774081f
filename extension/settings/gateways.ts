import type { Operator } from '#shared/limits-statement/parse-operator.ts'
import type { PinnedGateway, Settings } from './settings.ts'
import { changeSettings } from './stored-settings.ts'

/** One that is pinned already stays as it is. */
export function pinGateway({
  origin,
  signers,
  operator,
  key,
}: Pick<PinnedGateway, 'origin' | 'signers' | 'key'> & {
  readonly operator: Operator | null
}): Promise<Settings> {
  return changeSettings((settings) => {
    if (settings.gateways.some((gateway) => gateway.origin === origin)) return settings
    const gateway: PinnedGateway = {
      origin,
      signers,
      ...(operator !== null && { operator }),
      pinnedAt: Date.now(),
      key,
      proposed: null,
    }
    return { ...settings, gateways: [...settings.gateways, gateway] }
  })
}

export function removeGateway(origin: string): Promise<Settings> {
  return changeSettings((settings) => ({
    ...settings,
    gateways: settings.gateways.filter((gateway) => gateway.origin !== origin),
    pairs: settings.pairs.filter(({ gateway }) => gateway !== origin),
  }))
}

export function setKey(origin: string, key: string | null): Promise<Settings> {
  return changeGateway(origin, (gateway) => ({ ...gateway, key }))
}

/**
 * What a gateway says now.
 * @param proposed an alarm until the user answers it; null for none
 * @param operator null leaves what is there
 */
export function noteAsked(
  origin: string,
  {
    proposed,
    operator,
  }: { readonly proposed: PinnedGateway['proposed']; readonly operator: Operator | null },
): Promise<Settings> {
  return changeGateway(origin, (gateway) => ({
    ...gateway,
    ...(operator !== null && { operator }),
    proposed,
  }))
}

/** Until the user accepts, the pinned signer judges; a rejected one is forgotten until it is seen again. */
export function answerSignerChange(origin: string, answer: 'accept' | 'reject'): Promise<Settings> {
  return changeGateway(origin, (gateway) =>
    answer === 'accept' && gateway.proposed
      ? {
          ...gateway,
          signers: gateway.proposed.signers,
          pinnedAt: Date.now(),
          proposed: null,
        }
      : { ...gateway, proposed: null },
  )
}

function changeGateway(
  origin: string,
  change: (gateway: PinnedGateway) => PinnedGateway,
): Promise<Settings> {
  return changeSettings((settings) => ({
    ...settings,
    gateways: settings.gateways.map((gateway) =>
      gateway.origin === origin ? change(gateway) : gateway,
    ),
  }))
}
