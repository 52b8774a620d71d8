import type { Reader } from '#db/connection.ts'
import { settings } from '#db/tables/settings.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { SETTING_SCHEMAS, type SettingKey, type WorkspaceSettings } from './setting-schemas.ts'

export type { ClockNote, StoredOrganization } from './setting-schemas.ts'

/** @returns null where it was never set, has no value now, or another program left a value that is none */
export async function readSetting<Key extends SettingKey>(
  reader: Reader,
  key: Key,
): Promise<WorkspaceSettings[Key] | null> {
  const row = await settings.get(reader, key)
  return row ? valueOf(key, row.value) : null
}

export async function writeSetting<Key extends SettingKey>(
  tx: WriteTransaction,
  key: Key,
  value: WorkspaceSettings[Key] | null,
): Promise<void> {
  const before = await settings.get(tx, key)
  const text = JSON.stringify(value)
  if (value === null) await settings.remove(tx, { key })
  else if (before) await settings.update(tx, before, { value: text })
  else await settings.insert(tx, { key, value: text })
}

/** The settings whose values in the file are none that this program writes; they are read as if they had never been set. */
export async function unreadableSettings(reader: Pick<Reader, 'models'>): Promise<SettingKey[]> {
  const keys = Object.keys(SETTING_SCHEMAS) as SettingKey[]
  const rows = await settings.findAll(reader, { where: { key: keys } })
  const isNone = (key: SettingKey, text: unknown) => text !== 'null' && valueOf(key, text) === null
  return rows.filter(({ key, value }) => isNone(key as SettingKey, value)).map(({ key }) => key as SettingKey)
}

/** @param text JSON; another program may have left anything */
function valueOf<Key extends SettingKey>(key: Key, text: unknown): WorkspaceSettings[Key] | null {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : Buffer.from(text as Uint8Array).toString())
    return SETTING_SCHEMAS[key].parse(value) as WorkspaceSettings[Key]
  } catch {
    return null
  }
}
