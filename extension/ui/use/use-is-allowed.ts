import { useEffect, useState } from 'react'
import { gatewayPatterns } from '../../settings/match-pattern.ts'

/** Whether the browser gives the extension a gateway's host and sockets now; null until it has answered. */
export function useIsAllowed(gateway: string): boolean | null {
  const [isAllowed, setIsAllowed] = useState<boolean | null>(null)
  useEffect(() => {
    const { permissions } = chrome
    const look = () => {
      void permissions.contains({ origins: gatewayPatterns(gateway) }).then(setIsAllowed)
    }
    look()
    permissions.onAdded.addListener(look)
    permissions.onRemoved.addListener(look)
    return () => {
      permissions.onAdded.removeListener(look)
      permissions.onRemoved.removeListener(look)
    }
  }, [gateway])
  return isAllowed
}
