import type { Body } from '#contract/sync/definition.ts'
import { SnapshotBuilder, toSyncObject, type Snapshot } from '#sync/snapshot.ts'

/** The same organization with other ids, wherever they are: in fields, links and the text of expressions. */
export function relabelled(snapshot: Snapshot): Snapshot {
  const ids = new Map<string, string>()
  for (const objects of snapshot.objects.values())
    for (const { id } of objects.values())
      if (/^[0-9A-Za-z]{20}$/.test(id)) ids.set(id, `${id.slice(0, 3)}${[...id.slice(3)].reverse().join('')}`)
  const other = (body: Body) =>
    JSON.parse(
      JSON.stringify(body).replaceAll(/(?<![0-9A-Za-z])[0-9A-Za-z]{20}(?![0-9A-Za-z])/g, (id) => ids.get(id) ?? id),
    ) as Body
  const made = new SnapshotBuilder()
  made.unread.push(...snapshot.unread)
  for (const [kind, objects] of snapshot.objects) {
    for (const { body, parent, call } of objects.values()) {
      const parts = parent?.split('/').map((part) => ids.get(part) ?? part)
      const above = parts && { ...emptyObject(kind), key: parts.join('/') }
      made.add(toSyncObject(kind, other(body), { parent: above, call }))
    }
  }
  return made
}

const emptyObject = (kind: Parameters<typeof toSyncObject>[0]) => ({ kind, id: '', parent: null, call: '', body: {} })
