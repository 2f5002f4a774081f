import { useEffect, useState } from 'react'
import { matchPattern } from '../background/match-pattern.ts'

/** Whether the browser gives the extension an origin's host now; null until it has answered. */
export function useIsAllowed(origin: string): boolean | null {
  const [isAllowed, setIsAllowed] = useState<boolean | null>(null)
  useEffect(() => {
    const { permissions } = chrome
    const look = () => {
      void permissions.contains({ origins: [matchPattern(origin)] }).then(setIsAllowed)
    }
    look()
    permissions.onAdded.addListener(look)
    permissions.onRemoved.addListener(look)
    return () => {
      permissions.onAdded.removeListener(look)
      permissions.onRemoved.removeListener(look)
    }
  }, [origin])
  return isAllowed
}
