import { useCallback, useEffect, useRef, useState } from 'react'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { fragmentOfLink, unpackFragment } from '../judge/fragment.ts'
import { recognise, sizeLimitBytes } from '#shared/document/recognise.ts'
import { refuse, type Recognition } from '#shared/document/subject.ts'
import { readExport, type ReadDocument } from './read-export.ts'

interface ReadFile {
  /** Counts what was brought, so that nothing typed for one file stays for the next. */
  readonly number: number
  readonly name: string
  readonly document: ReadDocument
}

export interface FileState {
  readonly file: ReadFile | null
  readonly readText: (text: string) => Promise<void>
  readonly readBlob: (blob: File) => Promise<void>
}

/** What the reader brought: pasted, dropped, opened, or in the fragment of this page's address. */
export function useFile(): FileState {
  const [file, setFile] = useState<ReadFile | null>(null)
  const begun = useRef(0)

  /** Of two the later is shown, whichever takes longer to read. */
  const show = useCallback(async (name: string, read: Read) => {
    begun.current += 1
    const number = begun.current
    const document = await readDocument(read)
    if (number === begun.current) setFile({ number, name, document })
  }, [])

  useEffect(() => {
    const readLocation = () => {
      const fragment = location.hash.slice(1)
      // A short fragment leads to a place in this page.
      if (/^\d+\./.test(fragment)) void show('a link', () => recogniseFragment(fragment))
    }
    readLocation()
    window.addEventListener('hashchange', readLocation)
    return () => window.removeEventListener('hashchange', readLocation)
  }, [show])

  return {
    file,
    readText(text) {
      const fragment = fragmentOfLink(text.slice(0, sizeLimitBytes + 1))
      return fragment === null
        ? show('pasted text', () => recogniseText(text))
        : show('a link', () => recogniseFragment(fragment))
    },
    readBlob: (blob) => show(blob.name, () => recogniseBlob(blob)),
  }
}

type Read = () => Recognition | Promise<Recognition>

/** Never throws: what stands there of the file before must go in any case. */
async function readDocument(read: Read): Promise<ReadDocument> {
  try {
    const recognition = await read()
    return recognition.kind === 'export' ? await readExport(recognition.entries) : recognition
  } catch {
    return refuse('unrecognised', 'This page failed at reading it.')
  }
}

async function recogniseFragment(fragment: string): Promise<Recognition> {
  const bytes = await unpackFragment(fragment)
  return bytes instanceof Uint8Array ? recognise(bytes) : bytes
}

/** A saved link counts as what it holds. */
async function recogniseBlob(blob: File): Promise<Recognition> {
  if (blob.size > sizeLimitBytes) return recogniseSize()
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const fragment = fragmentOfLink(new TextDecoder().decode(bytes))
    return fragment === null ? recognise(bytes) : await recogniseFragment(fragment)
  } catch {
    return refuse('unrecognised', 'This file could not be read from the disk.')
  }
}

function recogniseText(text: string): Recognition {
  return text.length > sizeLimitBytes ? recogniseSize() : recognise(utf8ToBytes(text))
}

function recogniseSize(): Recognition {
  return recognise(new Uint8Array(sizeLimitBytes + 1))
}
