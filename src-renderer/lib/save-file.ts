/** Lets the person save what a path of the service gives, straight to disk. */
export function saveFrom(path: string, name: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}

/** Lets the person save a short text that the page holds. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain' }))
}

/** Lets the person save a file that the page holds. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  // WHY later: the download begins after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
