import { useCallback, useEffect, useRef, useState } from 'react'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { fragmentOfLink, unpackFragment } from '../../judge/fragment.ts'
import { recognise, sizeLimitBytes } from '#shared/document/recognise.ts'
import { refuse, type FileRecognition } from '#shared/document/subject.ts'
import { readExport, type ReadDocument } from './read-export.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

/** Something that was brought, from the moment it is: until it is read, nothing is said about it. */
export interface BroughtFile {
  /** Counts what was brought, so that nothing typed or found for one file stays for the next. */
  readonly number: number
  readonly name: string
  /** `address`: it came with the page, and its reader has not touched anything yet. */
  readonly by: 'address' | 'reader'
  readonly document: ReadDocument | 'reading'
  /** What was judged, for its digest; null until it is read, and where it could not be. */
  readonly bytes: Uint8Array | null
}

export interface FileState {
  readonly file: BroughtFile | null
  readonly readText: (text: string) => Promise<void>
  readonly readBlob: (blob: File) => Promise<void>
  /** What was brought is being changed: nothing that was found about it stands any longer. */
  readonly drop: () => void
}

/** What the reader brought: pasted, dropped, opened, or in the fragment of this page's address. */
export function useFile(): FileState {
  const [file, setFile] = useState<BroughtFile | null>(() =>
    fragmentHere() === null ? null : { ...linkHere, number: 0, document: 'reading', bytes: null },
  )
  const begun = useRef(0)

  /** Of two files the later is shown, whichever takes longer to read. The document before goes at once. */
  const show = useCallback(async (from: Pick<BroughtFile, 'name' | 'by'>, read: Read) => {
    begun.current += 1
    const number = begun.current
    setFile({ ...from, number, document: 'reading', bytes: null })
    const found = await readDocument(read)
    if (number === begun.current) setFile({ ...from, number, ...found })
  }, [])

  useEffect(() => {
    const readLocation = () => {
      const fragment = fragmentHere()
      if (fragment !== null) void show(linkHere, () => recogniseFragment(fragment))
    }
    readLocation()
    window.addEventListener('hashchange', readLocation)
    return () => window.removeEventListener('hashchange', readLocation)
  }, [show])

  return {
    file,
    readText(text) {
      forgetFragment()
      const fragment = fragmentOfLink(text.slice(0, sizeLimitBytes + 1))
      return fragment === null
        ? show({ name: words.pastedText, by: 'reader' }, () => recogniseText(text))
        : show({ name: words.link, by: 'reader' }, () => recogniseFragment(fragment))
    },
    readBlob(blob) {
      forgetFragment()
      return show({ name: blob.name, by: 'reader' }, () => recogniseBlob(blob))
    },
    drop() {
      begun.current += 1
      forgetFragment()
      setFile(null)
    },
  }
}

const linkHere = { name: words.link, by: 'address' } as const

/** The file behind this page's `#`. A short fragment leads to a place in the page. */
function fragmentHere(): string | null {
  const fragment = location.hash.slice(1)
  return /^\d+\./.test(fragment) ? fragment : null
}

/** The address must not go on naming another file than the one that is shown. */
function forgetFragment(): void {
  if (fragmentHere() !== null) history.replaceState(null, '', location.pathname + location.search)
}

interface Recognised {
  readonly recognition: FileRecognition
  readonly bytes: Uint8Array | null
}

type Read = () => Recognised | Promise<Recognised>

/** Never throws: what stands there of the file before must go in any case. */
async function readDocument(read: Read): Promise<Pick<BroughtFile, 'document' | 'bytes'>> {
  try {
    const { recognition, bytes } = await read()
    if (recognition.kind !== 'export') return { document: recognition, bytes }
    return { document: await readExport(recognition.entries), bytes }
  } catch {
    return { document: refuse('unrecognised', words.readingFailed), bytes: null }
  }
}

async function recogniseFragment(fragment: string): Promise<Recognised> {
  const bytes = await unpackFragment(fragment)
  return bytes instanceof Uint8Array ? recogniseBytes(bytes) : { recognition: bytes, bytes: null }
}

function recogniseBytes(bytes: Uint8Array): Recognised {
  return { recognition: recognise(bytes), bytes }
}

/** A saved link counts as what it holds. */
async function recogniseBlob(blob: File): Promise<Recognised> {
  if (blob.size > sizeLimitBytes) return recogniseSize()
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const fragment = fragmentOfLink(new TextDecoder().decode(bytes))
    return fragment === null ? recogniseBytes(bytes) : await recogniseFragment(fragment)
  } catch {
    const recognition = refuse('unrecognised', words.diskFailed)
    return { recognition, bytes: null }
  }
}

function recogniseText(text: string): Recognised {
  return text.length > sizeLimitBytes ? recogniseSize() : recogniseBytes(utf8ToBytes(text))
}

function recogniseSize(): Recognised {
  return { recognition: recognise(new Uint8Array(sizeLimitBytes + 1)), bytes: null }
}
