import type { Plugin } from 'vite'

const ofEveryPage = [
  '<meta charset="utf-8" />',
  '<meta name="viewport" content="width=device-width, initial-scale=1" />',
  '<meta name="color-scheme" content="light dark" />',
  '<link rel="icon" href="/styles/seal.svg" />',
  '<link rel="stylesheet" href="/styles/pages.css" />',
  '<link rel="stylesheet" href="/styles/font.css" />',
]
const ofGateways = '<meta name="countersign-gateway" content="yes" />'

/** Writes what the heads of all pages have in common. Pages at an address of their own say that they are a gateway's. */
export function addHead(): Plugin {
  return {
    name: 'add-head',
    transformIndexHtml: {
      // The files that it names are bundled afterwards.
      order: 'pre',
      handler(html, { path }) {
        const lines = path === '/404.html' ? ofEveryPage : [...ofEveryPage, ofGateways]
        return html.replace('<head>', ['<head>', ...lines].join('\n    '))
      },
    },
  }
}
