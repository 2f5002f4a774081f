import { saveFile } from '#shared/ui/save-file.ts'

interface DownloadButtonProps {
  readonly name: string
  readonly text: string
}

export function DownloadButton({ name, text }: DownloadButtonProps) {
  return (
    <button type="button" onClick={() => saveFile(name, text)}>
      Save {name}
    </button>
  )
}
