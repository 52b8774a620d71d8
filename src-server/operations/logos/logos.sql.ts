import type { Reader } from '#db/connection.ts'

/** The id of the organization's logo; null while there is none. WHY no record: it has the whole picture. */
export async function readLogoId(reader: Reader): Promise<string | null> {
  return (await reader.first<{ id: string }>('SELECT id FROM logos WHERE app_id IS NULL'))?.id ?? null
}
