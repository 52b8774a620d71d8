import type { Reader } from '#db/connection.ts'

interface Asked {
  appId: string
  /** Null: an unknown person of the groups. */
  userId: string | null
  groupIds: readonly string[]
}

/** Whether an application is somebody's, by name or through a group (spec/4 §1.6). Applications of the platform are everybody's. */
export async function isAssigned(reader: Reader, { appId, userId, groupIds }: Asked): Promise<boolean> {
  const row = await reader.first(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1 AND system = 1)
       OR EXISTS (SELECT 1 FROM app_users WHERE app_id = ?1 AND user_id = ?2)
       OR EXISTS (SELECT 1 FROM app_groups WHERE app_id = ?1 AND group_id IN (SELECT value FROM json_each(?3)))`,
    [appId, userId ?? '', JSON.stringify(groupIds)],
  )
  return row !== undefined
}
