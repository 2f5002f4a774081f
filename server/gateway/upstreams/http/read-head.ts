import type { AnswerHead } from '../../common/upstream.ts'
import type { AnswerHeaders } from './post.ts'

/** What a head says to everybody; where its bytes come from is the adapter's to say. */
export function readHead(
  { status, headers }: { readonly status: number; readonly headers: AnswerHeaders },
  provenance: AnswerHead['provenance'],
): AnswerHead {
  return {
    status,
    mediaType: (single(headers['content-type'])?.split(';')[0] ?? '').trim().toLowerCase(),
    retryAfter: single(headers['retry-after']) ?? null,
    provenance,
    hints: readHints(headers),
  }
}

export function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

const hintPattern =
  /^(?:x-e2ee-(?:applied|version|algo)|x-receipt-id|x-aci-(?:version|keyset-digest))$/

function readHints(headers: AnswerHeaders): Readonly<Record<string, string>> {
  const hints: Record<string, string> = {}
  for (const name in headers) {
    if (!name.startsWith('x-') || !hintPattern.test(name)) continue
    const text = single(headers[name])
    if (text !== undefined && /^[\w.:-]{1,128}$/.test(text)) hints[name] = text
  }
  return hints
}
