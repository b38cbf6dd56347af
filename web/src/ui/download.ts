interface DownloadedFile {
  fileName: string
  contentType: string
  base64: string
}

/** Hands a file that came as base64 to the browser as a download. */
export function download({ fileName, contentType, base64 }: DownloadedFile) {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Firefox begins to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
