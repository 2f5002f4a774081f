import type { ReactNode } from 'react'
import { mountPage } from '#shared/ui/mount-page.tsx'
import { PageFooter } from './components/page-footer.tsx'
import { gatewayAt } from './gateway-at.ts'

/**
 * Draws a page that a gateway serves, with the footer that all of them have.
 * @param up from the page's folder to that of all pages
 */
export function mountServedPage(up: '.' | '..', draw: (gateway: string) => ReactNode): void {
  const gateway = gatewayAt(up)
  mountPage(
    <>
      {draw(gateway)}
      <PageFooter up={up} gateway={gateway} />
    </>,
  )
}
