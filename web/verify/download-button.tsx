interface DownloadButtonProps {
  readonly name: string
  readonly text: string
}

export function DownloadButton({ name, text }: DownloadButtonProps) {
  function download() {
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <button type="button" onClick={download}>
      Save {name}
    </button>
  )
}
