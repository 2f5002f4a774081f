import { Phrase } from '#shared/ui/phrase.tsx'
import {
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
} from 'react'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import type { FileState } from './use-file.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

/** Pasting, dropping and opening. What is pasted is read at once; what is typed, when it is sent. */
export function InputPanel({ readText, readBlob, drop }: Omit<FileState, 'file'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isOver, setIsOver] = useState(false)

  /** The field holds what is judged, or nothing. */
  function readFile(file: File) {
    if (area.current) area.current.value = ''
    void readBlob(file)
  }

  /** Takes the place of what stands in the field, since it alone is judged. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const [file] = event.clipboardData.files
    if (file) {
      event.preventDefault()
      return readFile(file)
    }
    const text = event.clipboardData.getData('text/plain')
    event.currentTarget.select()
    if (text.length > sizeLimitBytes) {
      // A browser would take seconds to draw it.
      event.preventDefault()
      event.currentTarget.value = ''
    }
    void readText(text)
  }

  function edit({ nativeEvent }: FormEvent) {
    if ((nativeEvent as InputEvent).inputType !== 'insertFromPaste') drop()
  }

  function takeDropped(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) return readFile(file)
    const text = event.dataTransfer.getData('text/plain')
    if (text === '') return
    if (area.current) area.current.value = text.length > sizeLimitBytes ? '' : text
    void readText(text)
  }

  function open({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) readFile(file)
    target.value = ''
  }

  return (
    <section
      className={isOver ? 'input-panel is-over' : 'input-panel'}
      aria-labelledby="input-title"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={takeDropped}
    >
      <h2 id="input-title">{words.have}</h2>
      <label htmlFor="input-text">
        <Phrase text={words.haveHint} />
      </label>
      <textarea
        id="input-text"
        ref={area}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        placeholder={words.placeholder}
        onPaste={paste}
        onInput={edit}
      />
      <div className="row">
        <button type="button" onClick={() => void readText(area.current?.value ?? '')}>
          {words.check}
        </button>
        <label className="button file-button">
          {words.open}
          <input type="file" onChange={open} />
        </label>
      </div>
    </section>
  )
}
