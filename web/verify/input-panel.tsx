import { useRef, useState, type ChangeEvent, type ClipboardEvent, type DragEvent } from 'react'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import type { FileState } from './use-file.ts'

/** Pasting, dropping and opening. What is pasted is read at once; what is typed, when it is sent. */
export function InputPanel({ readText, readBlob }: Pick<FileState, 'readText' | 'readBlob'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isOver, setIsOver] = useState(false)

  function paste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files
    if (file) {
      event.preventDefault()
      return void readBlob(file)
    }
    const text = event.clipboardData.getData('text/plain')
    // A browser would take seconds to draw it.
    if (text.length > sizeLimitBytes) event.preventDefault()
    void readText(text)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) return void readBlob(file)
    const text = event.dataTransfer.getData('text/plain')
    if (text !== '') void readText(text)
  }

  function open({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) void readBlob(file)
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
      onDrop={drop}
    >
      <h2 id="input-title">What you have</h2>
      <label htmlFor="input-text">
        A receipt, an answer with <code>svc</code>, a whole stream, a disclosure, an export of the
        extension, or a link of one
      </label>
      <textarea
        id="input-text"
        ref={area}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        placeholder="Paste it here, or drop a file"
        onPaste={paste}
      />
      <div className="row">
        <button type="button" onClick={() => void readText(area.current?.value ?? '')}>
          Check it
        </button>
        <label className="button file-button">
          Open a file
          <input type="file" onChange={open} />
        </label>
      </div>
    </section>
  )
}
