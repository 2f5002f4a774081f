import { saveFile } from '#shared/ui/save-file.ts'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

interface DownloadButtonProps {
  readonly name: string
  readonly text: string
}

export function DownloadButton({ name, text }: DownloadButtonProps) {
  return (
    <button type="button" onClick={() => saveFile(name, text)}>
      {words.save(name)}
    </button>
  )
}
