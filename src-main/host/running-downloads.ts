import type { DownloadItem } from 'electron'

/** Files that are being saved, from the question where to until they are whole. */
interface RunningDownloads {
  begin(item: Pick<DownloadItem, 'once'>): void
  /** In words, one for each. */
  running(): string[]
}

/** Counts the files that are being saved: what ends the program cuts them short. */
export function runningDownloads(): RunningDownloads {
  const items = new Set<object>()
  return {
    begin(item) {
      items.add(item)
      item.once('done', () => items.delete(item))
    },
    running: () => [...items].map(() => 'the saving of a file'),
  }
}
