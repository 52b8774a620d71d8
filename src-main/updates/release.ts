import type { UpdateInfo } from 'electron-updater'
import type { Update } from '../ipc/contract.ts'

/** Characters of release notes that are shown; a feed may hold any number. */
const MAX_NOTES = 20_000

/** What a feed says about a release, as plain text. */
export function releaseOf({ version, releaseDate, releaseNotes }: UpdateInfo): Omit<Update, 'hint'> {
  const released = Date.parse(releaseDate)
  return {
    version: version.slice(0, 100),
    releasedAt: Number.isNaN(released) ? null : new Date(released).toISOString(),
    notes: notesOf(releaseNotes).slice(0, MAX_NOTES),
  }
}

/** One text, or one for each version since this one. */
function notesOf(notes: UpdateInfo['releaseNotes']): string {
  if (!notes) return ''
  if (typeof notes === 'string') return notes.trim()
  return notes.map(({ version, note }) => `${version}\n${note ?? ''}`.trim()).join('\n\n')
}
