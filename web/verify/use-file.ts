import { useCallback, useEffect, useState } from 'react'
import { utf8ToBytes } from '#shared/bytes.ts'
import { fragmentOfLink, unpackFragment } from '../judge/fragment.ts'
import { recognise, sizeLimitBytes } from '#shared/document/recognise.ts'
import { refuse, type Recognition } from '#shared/document/subject.ts'

interface ReadFile {
  /** Counts what was read, so that nothing typed for one file stays for the next. */
  readonly number: number
  readonly name: string
  readonly recognition: Recognition
}

export interface FileState {
  readonly file: ReadFile | null
  readonly readText: (text: string) => Promise<void>
  readonly readBlob: (blob: File) => Promise<void>
}

/** What the reader brought: pasted, dropped, opened, or in the fragment of this page's address. */
export function useFile(): FileState {
  const [file, setFile] = useState<ReadFile | null>(null)

  const show = useCallback((name: string, recognition: Recognition) => {
    setFile((previous) => ({ number: (previous?.number ?? 0) + 1, name, recognition }))
  }, [])

  const readFragment = useCallback(
    async (fragment: string) => {
      const bytes = await unpackFragment(fragment)
      show('a link', bytes instanceof Uint8Array ? recognise(bytes) : bytes)
    },
    [show],
  )

  useEffect(() => {
    const readLocation = () => {
      const fragment = location.hash.slice(1)
      // A short fragment leads to a place in this page.
      if (/^\d+\./.test(fragment)) void readFragment(fragment)
    }
    readLocation()
    window.addEventListener('hashchange', readLocation)
    return () => window.removeEventListener('hashchange', readLocation)
  }, [readFragment])

  return {
    file,
    async readText(text) {
      const fragment = fragmentOfLink(text.slice(0, sizeLimitBytes + 1))
      if (fragment === null) show('pasted text', recogniseText(text))
      else await readFragment(fragment)
    },
    async readBlob(blob) {
      if (blob.size > sizeLimitBytes) return show(blob.name, recogniseSize())
      try {
        const bytes = new Uint8Array(await blob.arrayBuffer())
        const text = bytes.length < 1_000_000 ? new TextDecoder().decode(bytes) : ''
        const fragment = fragmentOfLink(text)
        if (fragment === null) show(blob.name, recognise(bytes))
        else await readFragment(fragment)
      } catch {
        show(blob.name, refuse('unrecognised', 'This file could not be read from the disk.'))
      }
    },
  }
}

function recogniseText(text: string): Recognition {
  return text.length > sizeLimitBytes ? recogniseSize() : recognise(utf8ToBytes(text))
}

function recogniseSize(): Recognition {
  return recognise(new Uint8Array(sizeLimitBytes + 1))
}
