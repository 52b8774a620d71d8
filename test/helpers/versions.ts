import { VERSIONED_TABLES, type VersionedTable } from '#db/versioned-kinds.ts'
import type { ObjectVersion, ObjectVersionDetail } from '#contract/gatehouse/version.ts'
import type { Client } from './client.ts'
import { withDatabase } from './files.ts'

/** What of a state the newest version has to have: all but its time, and what stays out of comparisons. */
const content = ({ minor }: VersionedTable, body: string) =>
  `json_remove(${body}, ${[...minor].map((attribute) => `'$.${attribute}'`).join(', ')})`

/** The objects of a workspace whose newest version is not what they are, or that have none; each with its kind. */
export const staleObjects = (file: string): Promise<{ kind: string; id: string }[]> =>
  withDatabase(file, async (database) => {
    const stale: { kind: string; id: string }[] = []
    for (const versioned of VERSIONED_TABLES)
      stale.push(
        ...(await database.all<{ kind: string; id: string }>(
          `SELECT now.kind, now.id FROM (${versioned.existing}) AS now LEFT JOIN object_versions AS v
            ON v.kind = now.kind AND v.object_id = now.id AND v.version = (
              SELECT max(version) FROM object_versions WHERE kind = now.kind AND object_id = now.id)
          WHERE v.body IS NULL OR ${content(versioned, 'v.body')} <> ${content(versioned, 'now.body')}`,
        )),
      )
    return stale
  })

/** The versions of an object with their bodies, the oldest first. */
export async function versionsOf(client: Client, query: { id: string; kind?: ObjectVersion['kind'] }) {
  const listed = (await client.call('listVersions', { query })).body
  const details: ObjectVersionDetail[] = []
  for (const { id: versionId } of listed.reverse())
    details.push((await client.call('getVersion', { params: { versionId } })).body)
  return details
}
