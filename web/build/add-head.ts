import type { HtmlTagDescriptor, Plugin } from 'vite'

const meta = (name: string, content: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name, content },
})
const link = (rel: string, href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, href },
})

const ofEveryPage = [
  { tag: 'meta', attrs: { charset: 'utf-8' } },
  meta('viewport', 'width=device-width, initial-scale=1'),
  meta('color-scheme', 'light dark'),
  link('icon', '/styles/seal.svg'),
  link('stylesheet', '/styles/pages.css'),
  link('stylesheet', '/styles/font.css'),
]

/** Writes what the heads of all pages have in common. A page that a gateway serves at an address of its own says whose it is. */
export function addHead(): Plugin {
  return {
    name: 'add-head',
    transformIndexHtml: {
      // The files that it names are bundled afterwards.
      order: 'pre',
      handler: (_html, { path }) =>
        path === '/404.html' ? ofEveryPage : [...ofEveryPage, meta('countersign-gateway', 'yes')],
    },
  }
}
