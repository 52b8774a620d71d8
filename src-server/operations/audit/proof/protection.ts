import type { EventType } from '#contract/log/event-types.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import type { Reader } from '#db/connection.ts'
import { readBackupSettings } from '../../backups/backup-settings.ts'
import { readDeveloperSettings } from '../../event-hooks/developer-settings.ts'
import { ownEventsOfTypes } from './log-events.sql.ts'
import { retentionDays } from './retention-setting.ts'

/** The settings that protect the workspace, by the id that they have as targets of events. */
export type Protection = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Every setting whose change can weaken the protection; what each seal signs. */
const PROTECTIVE_SETTINGS = [
  {
    id: 'logRetention',
    name: 'Retention of the audit log',
    read: async (reader: Reader) => ({ days: await retentionDays(reader) }),
  },
  { id: 'developer', name: 'Developer settings', read: readDeveloperSettings },
  { id: 'backups', name: 'Automatic backups', read: readBackupSettings },
] as const

/** As the file has them now. */
export async function readProtection(reader: Reader): Promise<Protection> {
  const values = await Promise.all(PROTECTIVE_SETTINGS.map(async ({ id, read }) => [id, await read(reader)] as const))
  return Object.fromEntries(values)
}

/** The text that a seal signs: JSON without line breaks. */
export const protectionText = (protection: Protection): string => JSON.stringify(protection)

/** @returns no settings for a seal of a version that signed none */
export const protectionOf = (text: string | null): Protection => (text === null ? {} : (JSON.parse(text) as Protection))

/** A change of these settings, as an event of this workspace tells of it. */
export interface ProtectionChange {
  sequence: number
  changes: Protection
}

const TYPES: readonly EventType[] = [
  'gatehouse.log.retention.update',
  'gatehouse.developer_settings.update',
  'gatehouse.backup_settings.update',
  'gatehouse.log.concern.accept',
]

/** All changes behind an event, in order. WHY no imported ones: they tell of another workspace. */
export async function protectionChanges(reader: Reader, after = 0): Promise<ProtectionChange[]> {
  const rows = await ownEventsOfTypes(reader, TYPES, after)
  return rows.map(({ sequence, payload }) => ({ sequence, changes: changesOf(payload) }))
}

function changesOf(payload: string): Protection {
  const { outcome, target } = JSON.parse(payload) as LogEvent
  if (outcome?.result !== 'SUCCESS') return {}
  const settings = (target ?? []).filter(({ type }) => type === 'Setting')
  return Object.fromEntries(settings.map(({ id, changeDetails }) => [id, changeDetails?.to ?? {}]))
}

/** The settings after a change. */
export function changed(protection: Protection, changes: Protection): Protection {
  const ids = new Set([...Object.keys(protection), ...Object.keys(changes)])
  return Object.fromEntries([...ids].map((id) => [id, { ...protection[id], ...changes[id] }]))
}

/** A setting that is not as it was known to be; those that were not known are left out. */
export interface ProtectionDifference {
  id: string
  name: string
  from: Readonly<Record<string, unknown>>
  to: Readonly<Record<string, unknown>>
}

export function protectionDifferences(known: Protection, now: Protection): ProtectionDifference[] {
  return PROTECTIVE_SETTINGS.flatMap(({ id, name }) => {
    const [from, to] = [known[id], now[id]]
    return from && to && JSON.stringify(sorted(from)) !== JSON.stringify(sorted(to)) ? [{ id, name, from, to }] : []
  })
}

const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))

/** A difference in words, such as `Retention of the audit log: days was 90 when sealed and is 3 now`. */
export function differenceText({ name, from, to }: ProtectionDifference): string {
  const keys = Object.keys({ ...from, ...to }).filter((key) => from[key] !== to[key])
  const text = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value))
  return `${name}: ${keys.map((key) => `${key} was ${text(from[key])} when sealed and is ${text(to[key])} now`).join(', ')}`
}
