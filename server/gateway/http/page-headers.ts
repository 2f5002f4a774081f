/** No other origin's script, style, font, image or frame; `connect` says whom a page may ask. */
function contentPolicy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const onlyThisGateway = contentPolicy("'self'")
/** The page asks the gateway that its reader names, wherever that is. */
const anyGateway = contentPolicy("'self' https: http://localhost:* http://127.0.0.1:*")

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const

/** What goes with every page, and with what it loads. */
export function pageHeaders(
  asks: 'this gateway' | 'any gateway',
): Readonly<Record<string, string>> {
  return {
    ...securityHeaders,
    'content-security-policy': asks === 'any gateway' ? anyGateway : onlyThisGateway,
  }
}
