import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Puts the script, the styles and the licences of the only page into it, with a policy that runs exactly these and
 * forbids every connection. Emits the file and its SHA-256, prints the latter, and drops the rest.
 */
export function inlineIntoOneFile(name: string): Plugin {
  let digest = ''
  return {
    name: 'inline-into-one-file',
    enforce: 'post',
    generateBundle: {
      // Vite finishes the script in this hook; before that it is not the one that will run.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const page = only(files, (file) => isAsset(file, '.html')) as Rolldown.OutputAsset
        const script = only(files, (file) => file.type === 'chunk') as Rolldown.OutputChunk
        const styles = only(files, (file) => isAsset(file, '.css')) as Rolldown.OutputAsset
        const notices = only(files, (file) => isAsset(file, '.txt')) as Rolldown.OutputAsset
        for (const key of Object.keys(bundle)) delete bundle[key]

        const source = inline(text(page), {
          script: escapeScript(script.code),
          styles: text(styles).trim(),
          notices: text(notices).trim(),
        })
        digest = createHash('sha256').update(source).digest('hex')
        this.emitFile({ type: 'asset', fileName: name, source })
        this.emitFile({ type: 'asset', fileName: `${name}.sha256`, source: `${digest}  ${name}\n` })
      },
    },
    closeBundle() {
      if (digest !== '') process.stdout.write(`${digest}  ${name}\n`)
    },
  }
}

interface Parts {
  readonly script: string
  readonly styles: string
  readonly notices: string
}

function inline(page: string, { script, styles, notices }: Parts): string {
  const policy = [
    "default-src 'none'",
    `script-src '${cspDigest(script)}'`,
    `style-src '${cspDigest(styles)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return page
    .replace(/\s*<script[^>]*><\/script>/g, '')
    .replace(/\s*<link[^>]*>/g, '')
    .replace(
      '<meta charset="utf-8" />',
      () =>
        `<meta charset="utf-8" />\n    <meta http-equiv="content-security-policy" content="${policy}" />`,
    )
    .replace('</head>', () => `  <style>${styles}</style>\n  </head>`)
    .replace('<!-- notices -->', () => escapeText(notices))
    .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`)
}

/** A text in the script must not end the element, and `<!--` must not begin a comment. */
function escapeScript(code: string): string {
  return code
    .trim()
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`)
}

function escapeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function cspDigest(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

type OutputFile = Rolldown.OutputAsset | Rolldown.OutputChunk

function isAsset(file: OutputFile, ending: string): boolean {
  return file.type === 'asset' && file.fileName.endsWith(ending)
}

function text({ source }: Rolldown.OutputAsset): string {
  return typeof source === 'string' ? source : Buffer.from(source).toString('utf8')
}

function only(files: readonly OutputFile[], is: (file: OutputFile) => boolean): OutputFile {
  const [found, ...others] = files.filter(is)
  if (found && others.length === 0) return found
  throw new Error('one page, one script and one style sheet were expected')
}
