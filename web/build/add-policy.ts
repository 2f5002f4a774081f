import type { Plugin } from 'vite'

/**
 * Writes a policy into each page, for hosts that send none. The gateway sends its own beside it, and
 * a browser heeds both.
 */
export function addPolicy(): Plugin {
  return {
    name: 'add-policy',
    apply: 'build',
    transformIndexHtml(_html, { path }) {
      const connect = path.startsWith('/verify/')
        ? "'self' https: http://localhost:* http://127.0.0.1:*"
        : "'self'"
      const content = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        `connect-src ${connect}`,
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; ')
      const attrs = { 'http-equiv': 'content-security-policy', content }
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }]
    },
  }
}
