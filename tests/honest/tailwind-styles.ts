import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import type { Plugin } from 'vite'

const modules = join(import.meta.dirname, '../../node_modules')
const require = createRequire(import.meta.url)

/** Every word of Streamdown's programs; Tailwind takes those that are its classes. */
function words(): readonly string[] {
  const files = globSync('{streamdown,@streamdown/{code,math}}/dist/*.js', { cwd: modules })
  const all = files.flatMap((file) => readFileSync(join(modules, file), 'utf8').split(/[\s"'`\\]+/))
  return [...new Set(all)].filter((word) => word.length < 100)
}

const sheets: Readonly<Record<string, string>> = {
  tailwindcss: require.resolve('tailwindcss/index.css'),
  'streamdown/styles.css': join(modules, 'streamdown/styles.css'),
}

/** Tailwind's classes for what Streamdown draws, made by Tailwind itself. */
export function tailwindStyles(): Plugin {
  return {
    name: 'tailwind-styles',
    enforce: 'pre',
    async transform(text, id) {
      if (!id.endsWith('/streamdown.css')) return null
      const styles = await compile(text, {
        base: dirname(id),
        loadStylesheet(name, base) {
          const path = sheets[name] ?? join(base, name)
          return Promise.resolve({
            path,
            base: dirname(path),
            content: readFileSync(path, 'utf8'),
          })
        },
      })
      return styles.build([...words()])
    },
  }
}
