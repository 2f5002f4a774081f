/** Ends of file names that are no top-level domain. */
const fileEndings: ReadonlySet<string> = new Set(
  'cfg conf crt csv db env gguf jinja json jsonl key lock log pem safetensors sock sqlite toml txt xml yaml yml'.split(
    ' ',
  ),
)

/** Everything in a text that a program could take for the name of a host, in lower case. */
export function findHosts(text: string): readonly string[] {
  const plain = withoutEscapes(text)
    .replaceAll(/[。．｡]/gu, '.')
    .toLowerCase()
  const addresses = [...plain.matchAll(address)].map(([, special, other]) => special ?? other ?? '')
  const rest = plain.replaceAll(address, ' ')
  return [
    ...addresses.filter((authority) => authority !== '').map(hostOf),
    ...rest.split(/[\s"'`=,;|&<>(){}]+/u).flatMap(hostsOfToken),
  ]
}

/** Addresses of the web, with however many slashes; others behind two. A path of the machine has none. */
const address = /\b(?:https?|wss?):[\\/]*([^\s"'`,;|<>(){}\\/?#]*)|\/\/([^\s"'`,;|<>(){}\\/?#]*)/gu

/** As configurations in JSON, shells and addresses write characters. */
function withoutEscapes(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})/giu, (_all, u, x, percent) =>
      String.fromCharCode(Number.parseInt(String(u ?? x ?? percent), 16)),
    )
    .replaceAll('\\/', '/')
}

/** Without user, password and port. */
function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const bracket = /^\[([^\]]*)\]/u.exec(host)
  return bracket ? (bracket[1] ?? '') : host.replace(/:\d*$/u, '')
}

function hostsOfToken(token: string): readonly string[] {
  if (/^\.{0,2}\//u.test(token)) return []
  if (/^\[?[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*(?:\]|$)/u.test(token)) {
    return [hostOf(token.startsWith('[') ? token : `[${token}]`)]
  }
  const withPort = /(?:^|@)([\p{L}\p{N}._-]+):\d{1,5}(?:\/|$)/u.exec(token)
  if (withPort) return [withPort[1] ?? '']
  return (token.match(/[\p{L}\p{N}._-]+/gu) ?? []).filter(isDotted)
}

function isDotted(word: string): boolean {
  const labels = word.replace(/\.$/u, '').split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || labels.includes('')) return false
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/u.test(label))) return true
  return /^(?:\p{L}{2,}|xn--.+)$/u.test(last) && !fileEndings.has(last)
}
