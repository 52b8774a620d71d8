import { beforeAll, describe, expect, it } from 'vitest'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { FIELD_RULES, ruleOf, type RuleNode } from '#sync/compare/field-rules.ts'
import { readFolder } from '#sync/sides/folder/read-folder.ts'
import { writeFolder } from '#sync/sides/folder/write-folder.ts'
import { readSide } from '#sync/sides/read-side.ts'
import type { Snapshot, SyncObject } from '#sync/snapshot.ts'
import { aFolder } from '../../helpers/server.ts'
import { inWords } from '../../helpers/sync/comparison.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { relabelled } from '../../helpers/sync/relabel.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

let whole: Snapshot
let other: Snapshot
beforeAll(async () => {
  whole = await readSide(httpCaller(await richOrganization()))
  other = relabelled(whole)
})

/** A snapshot with one object in place of that of the same key. */
function withObject(snapshot: Snapshot, object: SyncObject): Snapshot {
  const objects = new Map(snapshot.objects)
  objects.set(object.kind, new Map([...(objects.get(object.kind) ?? []), [object.key, object]]))
  return { ...snapshot, objects }
}

type Path = readonly (string | number)[]

/** Every value in a body that is compared: its path, and the path under which a difference is told. */
function leavesOf(
  rule: RuleNode | undefined,
  value: unknown,
  path: Path = [],
  told: string | null = null,
): { path: Path; told: string }[] {
  if (rule?.left) return []
  if (Array.isArray(value)) {
    const items = rule?.refersTo ? undefined : (rule?.items ?? undefined)
    return value.flatMap((item, at) => leavesOf(items, item, [...path, at], told ?? path.join('.')))
  }
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(ruleOf(rule, key), inner, [...path, key], told))
  return [{ path, told: told ?? path.join('.') }]
}

function changedAt(body: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined)
    return typeof body === 'number' ? body + 1 : typeof body === 'boolean' ? !body : `${body as string}~`
  if (Array.isArray(body)) return body.map((item, at) => (at === step ? changedAt(item, rest) : (item as unknown)))
  const fields = body as Record<string, unknown>
  return { ...fields, [step]: changedAt(fields[step as string], rest) }
}

describe('an organization with every form of every kind', () => {
  it('has objects of each kind that is synced', () => {
    const missing = SYNC_KINDS.filter((kind) => whole.objects.get(kind)?.size === 0)
    expect(missing).toEqual([])
    expect(whole.unread).toEqual([])
  })

  it('differs in nothing from itself with other ids', () => {
    const shared = [...(whole.objects.get('group')?.keys() ?? [])].filter((key) => other.objects.get('group')?.has(key))
    expect(shared).toEqual([])
    expect(inWords(compareSnapshots({ ours: whole, theirs: other }))).toEqual([])
  })

  it.each(SYNC_KINDS)('each field of %s that is changed shows as that field alone', (kind) => {
    const wrong: string[] = []
    const seen = new Set<string>()
    for (const theirs of other.objects.get(kind)?.values() ?? [])
      for (const { path, told } of leavesOf(FIELD_RULES[kind], theirs.body)) {
        const place = path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.')
        if (seen.has(place)) continue
        seen.add(place)
        const body = changedAt(theirs.body, path) as SyncObject['body']
        const { naturalKey } = SYNCED_KINDS[kind]
        if (naturalKey && JSON.stringify(naturalKey(body)) !== JSON.stringify(naturalKey(theirs.body))) continue
        const { differences, orders } = compareSnapshots({
          ours: whole,
          theirs: withObject(other, { ...theirs, body }),
        })
        const found = differences.flatMap((one) => one.fields.map((field) => `${one.kind} ${field.path}`))
        if (found.length !== 1 || differences.length !== 1 || orders.length > 0 || found[0] !== `${kind} ${told}`)
          wrong.push(
            `${theirs.key} ${path.join('.')}: ${found.join(', ') || 'nothing'} and ${differences.length} objects`,
          )
      }
    expect(wrong.slice(0, 20)).toEqual([])
  })

  it.each([true, false])('is in a folder as it is (with people: %s)', async (people) => {
    const root = await aFolder()
    const written = await writeFolder(root, whole, people)
    const lines = inWords(compareSnapshots({ ours: whole, theirs: await readFolder(root) }))
    expect(lines.filter((line) => !line.endsWith('the folder holds no people'))).toEqual([])
    expect(await writeFolder(root, other)).toEqual({ ...written, made: 0, changed: 0 })
  })
})
