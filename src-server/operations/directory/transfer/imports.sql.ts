import type { Reader } from '#db/connection.ts'
import {
  directoryImportRows,
  directoryImports,
  type DirectoryImportRecord,
  type DirectoryImportRowRecord,
} from '#db/tables/directory-imports.ts'
import { groupMemberRules } from '#db/tables/group-rules.ts'
import { groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import { users, type UserRecord } from '#db/tables/users.ts'

/** Imports that no job works at, but for the newest ones. @param kept how many of the newest are left out */
export function idleImports(reader: Reader, kept: number): Promise<DirectoryImportRecord[]> {
  const tail = `WHERE state NOT IN ('CHECKING', 'APPLYING', 'REVERTING') ORDER BY rowid DESC LIMIT -1 OFFSET ?`
  return directoryImports.all(reader, tail, [kept])
}

/**
 * Rows of an import that are still to be applied, in the order of the file, from behind a line. WHY the plus signs: in the order of
 * lines from where the last slice ended, whatever the other indexes promise.
 */
export function pendingRows(
  reader: Reader,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<DirectoryImportRowRecord[]> {
  const tail = `WHERE import_id = ? AND line > ? AND +action IN ('CREATE', 'UPDATE') AND +applied = 0 ORDER BY line LIMIT ?`
  return directoryImportRows.all(reader, tail, [importId, after, limit])
}

/** People by their logins, whatever the case of these. */
export function peopleByLogin(reader: Reader, logins: readonly string[]): Promise<UserRecord[]> {
  return users.all(reader, 'WHERE login IN (SELECT value FROM json_each(?))', [JSON.stringify(logins)])
}

/** People by their ids or logins. */
export function peopleNamed(reader: Reader, idsOrLogins: readonly string[]): Promise<UserRecord[]> {
  const tail = 'WHERE id IN (SELECT value FROM json_each(?1)) OR login IN (SELECT value FROM json_each(?1))'
  return users.all(reader, tail, [JSON.stringify(idsOrLogins)])
}

/** Groups by ids or names, groups of applications first. @param source only groups of this application; null: no filter */
export function groupsNamed(
  reader: Reader,
  idsOrNames: readonly string[],
  source: string | null,
): Promise<GroupRecord[]> {
  const tail = `WHERE (id IN (SELECT value FROM json_each(?1)) OR name IN (SELECT value FROM json_each(?1)))
    AND (?2 IS NULL OR source_id = ?2) ORDER BY type <> 'APP_GROUP'`
  return groups.all(reader, tail, [JSON.stringify(idsOrNames), source])
}

/** The given memberships that exist, with the rules that gave them. */
export async function existingMemberships(
  reader: Reader,
  pairs: readonly (readonly [groupId: string, userId: string])[],
) {
  const tail = 'WHERE (group_id, user_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))'
  const params = [JSON.stringify(pairs)]
  return {
    members: await groupMembers.all(reader, tail, params),
    rules: await groupMemberRules.all(reader, tail, params),
  }
}
