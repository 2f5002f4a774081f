import { dirname, relative } from 'node:path/posix'
import type { Plugin } from 'vite'

/** Has each page ask for the font before it knows its styles, so that its first words are set in it. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'))
        if (font === undefined) return []
        const href = `./${relative(dirname(path), `/${font}`)}`.replace('./../', '../')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
