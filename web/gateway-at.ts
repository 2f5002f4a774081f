/**
 * The gateway that serves this page: all of its address above the page's own folder, without a slash at the
 * end. A gateway may stand below a path of its host.
 */
export function gatewayAt(up: '.' | '..'): string {
  return new URL(up, location.href).href.replace(/\/$/, '')
}
