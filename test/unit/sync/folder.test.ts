import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { comparisonLines } from '#cli/show-comparison.ts'
import { inProcessCaller } from '#http/in-process-caller.ts'
import { placeOf } from '#sync/compare/compare-orders.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { comparisonViews } from '#sync/compare/comparison-view.ts'
import { readFolder } from '#sync/sides/folder/read-folder.ts'
import { writeFolder } from '#sync/sides/folder/write-folder.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { SnapshotBuilder, toSyncObject, type Snapshot } from '#sync/snapshot.ts'
import { aFolder } from '../../helpers/server.ts'
import { inWords } from '../../helpers/sync/comparison.ts'
import { openSide } from '../../helpers/sync/open-side.ts'

let sample: Snapshot
beforeAll(async () => {
  sample = await readSide(inProcessCaller(await openSide({ sample: true })))
})

const SALES = 'groups/sales.yaml'
const CONTRACTORS = 'policies/svc-sign-on/contractors.yaml'

async function folderOf(snapshot: Snapshot, people?: boolean): Promise<string> {
  const root = await aFolder()
  await writeFolder(root, snapshot, people)
  return root
}

async function textsIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = files.map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}

async function change(root: string, path: string, edit: (text: string) => string): Promise<void> {
  const before = await readFile(join(root, path), 'utf8')
  const after = edit(before)
  expect(after).not.toBe(before)
  await writeFile(join(root, path), after)
}

async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const differences = async (root: string, ours = sample) =>
  inWords(compareSnapshots({ ours, theirs: await readFolder(root) })).filter((line) => !line.startsWith('unread'))
const why = (root: string) => readFolder(root).then(() => 'read', String)

/** The sample with another body for one group. */
function withGroup(name: string, profile: object): Snapshot {
  const groups = new Map(sample.objects.get('group'))
  const group = [...groups.values()].find(({ body }) => (body['profile'] as { name: string }).name === name)
  if (!group) throw new Error(`no group ${name}`)
  groups.set(group.key, { ...group, body: { ...group.body, profile } })
  return { ...sample, objects: new Map([...sample.objects, ['group', groups]]) }
}

describe('a folder', () => {
  it('is written twice without a difference of a byte', async () => {
    const root = await folderOf(sample, true)
    const first = await textsIn(root)
    expect(await writeFolder(root, sample)).toMatchObject({ changed: 0, removed: 0 })
    expect(await textsIn(root)).toEqual(first)
    expect(await textsIn(await folderOf(sample, true))).toEqual(first)
  })

  it('holds no people unless it is asked for, and then until it is asked not to', async () => {
    const root = await folderOf(sample)
    expect(Object.keys(await textsIn(root)).filter((path) => path.startsWith('people/'))).toEqual([])
    expect((await textsIn(root))[SALES]).not.toContain('members')
    await writeFolder(root, sample, true)
    await writeFolder(root, sample)
    expect((await textsIn(root))[SALES]).toContain('members')
    await writeFolder(root, sample, false)
    expect(Object.keys(await textsIn(root)).filter((path) => path.startsWith('people/'))).toEqual([])
  })

  it('keeps comments, the order of keys, and files under other names, where an object changes', async () => {
    const root = await folderOf(sample, true)
    await change(root, SALES, (text) =>
      text
        .replace('spec:', '# Who sells.\nspec:')
        .replace('members:', 'members: # by hand\n  # the first\n')
        .replace('\n\n  -', '\n  -'),
    )
    await rename(join(root, SALES), join(root, 'groups/those-who-sell.yaml'))
    const profile = { name: 'Sales', description: 'Accounts, tenders and more' }
    expect(await writeFolder(root, withGroup('Sales', profile))).toMatchObject({ changed: 1, removed: 0 })
    const text = await readFile(join(root, 'groups/those-who-sell.yaml'), 'utf8')
    expect(text).toContain('# Who sells.')
    expect(text).toContain('# the first')
    expect(text).toContain('description: Accounts, tenders and more')
    expect(await differences(root, withGroup('Sales', profile))).toEqual([])
  })

  it('loses the file of an object that is gone, and nothing else', async () => {
    const root = await folderOf(sample)
    await put(root, 'README.md', 'ours')
    await put(root, 'groups/notes.txt', 'ours')
    const groups = new Map(
      [...(sample.objects.get('group') ?? [])].filter(([, { body }]) => !JSON.stringify(body).includes('"Sales"')),
    )
    const without = { ...sample, objects: new Map([...sample.objects, ['group' as const, groups]]) }
    expect(await writeFolder(root, without)).toMatchObject({ removed: 1 })
    const texts = await textsIn(root)
    expect(texts[SALES]).toBeUndefined()
    expect(texts).toMatchObject({ 'README.md': 'ours', 'groups/notes.txt': 'ours' })
  })

  it('says what a person has changed in it: a field, a name, an order, a new object and one that is gone', async () => {
    const root = await folderOf(sample)
    await change(root, SALES, (text) => text.replace('Accounts and tenders', 'All that sells'))
    await change(root, CONTRACTORS, (text) => text.replace('- New city', '- Faster than a flight'))
    await change(root, 'policies/order.yaml', (text) =>
      text.replace(/( {2}- SVC_SIGN_ON\/Contractors\n)( {2}- SVC_SIGN_ON\/Ships and warehouses\n)/, '$2$1'),
    )
    await put(root, 'groups/new.yaml', 'kind: group\nspec:\n  type: SVC_GROUP\n  profile:\n    name: Brand new\n')
    await rm(join(root, 'network-zones/warehouses.yaml'))
    const found = await differences(root)
    expect(found).toContain('unknown group Sales: profile.description "Accounts and tenders" | "All that sells"')
    expect(found).toContain('unknown group Brand new: only theirs')
    expect(found).toContain('unknown zone Warehouses: only ours')
    expect(found).toContain('unknown order of policy SVC_SIGN_ON')
    expect(found.filter((line) => line.includes('conditions.risk.behaviors'))).toHaveLength(1)
    // The rules that named the zone name what is not there.
    expect(found.filter((line) => !/group|zone|order|behaviors/.test(line) && !line.includes('"Warehouses"'))).toEqual(
      [],
    )
  })

  it('puts a policy that its order leaves out behind the others, before the default', async () => {
    const root = await folderOf(sample)
    await change(root, 'policies/order.yaml', (text) => text.replace('  - SVC_SIGN_ON/Contractors\n', ''))
    const policies = [...((await readFolder(root)).objects.get('policy')?.values() ?? [])]
    const ofType = policies.filter(({ body }) => body['type'] === 'SVC_SIGN_ON')
    const names = ofType.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ body }) => body['name'])
    expect(names.slice(-2)).toEqual(['Contractors', 'Default Policy'])
  })

  it.each([
    ['two of one name', ['Same', 'Same']],
    ['names that make one file', ['A b', 'a-B', 'A  b!']],
    ['names that are words of the interface', ['ALL_ZONES', 'EVERYONE']],
    ['names of no letters, and of devices', ['***', '…', 'CON', 'nul']],
    ['names of many letters, and other scripts', ['x'.repeat(255), '部署', 'Ünïts', '../../up', 'a/b']],
    [
      'names that YAML has another meaning for',
      ['yes', 'null', '0x10', '1.0', '- a', 'a: b', '# c', '!tag', '*alias', '~', ' '],
    ],
  ])('holds %s apart', async (_, names) => {
    const side = new SnapshotBuilder()
    names.forEach((name, at) => {
      const id = `00g${String(at).padStart(17, '0')}`
      side.add(toSyncObject('group', { id, type: 'SVC_GROUP', profile: { name, description: `d${at}` } }))
      const rule = {
        id: `0pr${String(at).padStart(17, '0')}`,
        name: `To ${at}`,
        actions: { assignUserToGroups: { groupIds: [id] } },
      }
      side.add(toSyncObject('groupRule', rule))
    })
    const root = await folderOf(side)
    const files = Object.keys(await textsIn(root)).filter((path) => path.startsWith('groups/'))
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length)
    const back = await readFolder(root)
    expect(back.objects.get('group')?.size).toBe(names.length)
    expect(await writeFolder(root, side)).toMatchObject({ changed: 0, removed: 0 })
    expect(await differences(root, side)).toEqual([])
  })
})

const BOMB = `kind: group
spec:
  a: &a [x, x, x, x, x, x, x, x, x]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: [*b, *b, *b, *b, *b, *b, *b, *b, *b]
`

it('names that would move the cursor of a terminal are shown as marks', () => {
  const side = new SnapshotBuilder()
  side.add(toSyncObject('group', { id: '00g1', type: 'SVC_GROUP', profile: { name: 'a\u001b[2Jb\ncd\u202ee' } }))
  const none = new SnapshotBuilder()
  const comparison = comparisonViews(compareSnapshots({ ours: none, theirs: side }), none, side)
  const lines = comparisonLines(comparison, { ours: 'workspace', theirs: 'folder' })
  expect(lines[0]).toBe('group a�[2Jb�cd�e: only in the folder')
})

describe('a folder that cannot be read says the file and the line', () => {
  it.each([
    [
      'text that is no YAML',
      'kind: group\nspec:\n  profile: {name: "x"\n',
      /groups\/x\.yaml:\d: is no YAML that can be read/,
    ],
    ['aliases that explode', BOMB, /groups\/x\.yaml: has aliases/],
    ['a key twice', 'kind: group\nspec:\n  type: A\n  type: B\n', /groups\/x\.yaml:4: is no YAML/],
    ['two documents', 'kind: group\n---\nkind: group\n', /groups\/x\.yaml:2: is no YAML/],
    ['a kind that there is not', 'spec: {}\nkind: grop\n', /groups\/x\.yaml:2: kind must be group$/],
    ['a kind within others', 'kind: rule\nspec: {}\n', /groups\/x\.yaml:1: kind must be group$/],
    [
      'a field that there is not',
      'kind: group\nspec:\n  profile:\n    name: x\nmembrs: []\n',
      /groups\/x\.yaml:5: membrs is no field of a group/,
    ],
    ['an object without a name', 'kind: group\nspec:\n  profile: {}\n', /groups\/x\.yaml:\d: the group has no name/],
    [
      'an object that another file has',
      'kind: group\nspec:\n  type: SVC_GROUP\n  profile:\n    name: Sales\n',
      /groups\/x\.yaml:\d: the group “Sales” is in groups\/sales\.yaml, too/,
    ],
    [
      'members that are no list',
      'kind: group\nspec:\n  profile:\n    name: x\nmembers: all\n',
      /groups\/x\.yaml:5: members must be a list/,
    ],
    [
      'a member twice',
      'kind: group\nspec:\n  profile:\n    name: x\nmembers:\n  - a\n  - a\n',
      /groups\/x\.yaml:7: the membership is there twice/,
    ],
    ['a list in place of fields', '- a\n', /groups\/x\.yaml:1: must hold fields/],
    ['nothing', '', /groups\/x\.yaml:1: must hold fields/],
  ])('%s', async (_, text, reason) => {
    const root = await folderOf(sample)
    await put(root, 'groups/x.yaml', text)
    expect(await why(root)).toMatch(reason)
  })

  it('a link, wherever it leads', async () => {
    const root = await folderOf(sample)
    await symlink('/etc/passwd', join(root, 'groups/x.yaml'))
    expect(await why(root)).toMatch(/groups\/x\.yaml: is a link/)
    await rm(join(root, 'groups/x.yaml'))
    await symlink(await aFolder(), join(root, 'event-hooks'))
    expect(await why(root)).toMatch(/event-hooks: is a link/)
    await expect(writeFolder(root, sample)).rejects.toThrow(/event-hooks: is a link/)
  })

  it('an order that names a policy twice', async () => {
    const root = await folderOf(sample)
    await change(root, 'policies/order.yaml', (text) => text.replace('SVC_SIGN_ON/Partners', 'SVC_SIGN_ON/Contractors'))
    expect(await why(root)).toMatch(
      /policies\/order\.yaml:\d+: “SVC_SIGN_ON\/Contractors” is in policies\/order\.yaml twice/,
    )
  })

  it('an order that names a policy that there is not, or of another type', async () => {
    const root = await folderOf(sample)
    const order = await readFile(join(root, 'policies/order.yaml'), 'utf8')
    const line = order.split('\n').findIndex((one) => one.includes('SVC_SIGN_ON/Partners')) + 1
    await change(root, 'policies/order.yaml', (text) => text.replace('SVC_SIGN_ON/Partners', 'SVC_SIGN_ON/Partner'))
    expect(await why(root)).toContain(`policies/order.yaml:${line}: there is no policy “SVC_SIGN_ON/Partner”`)
    await put(root, 'policies/order.yaml', 'PASSWORD:\n  - SVC_SIGN_ON/Partners\n')
    expect(await why(root)).toContain(
      'policies/order.yaml:2: there is no policy “SVC_SIGN_ON/Partners” of the type PASSWORD',
    )
  })

  it('a folder of something else, or of a newer version, and writes nothing into it', async () => {
    const other = await aFolder()
    await put(other, 'groups/a.yaml', 'hello: world\n')
    expect(await why(other)).toMatch(/is no folder of Gatehouse/)
    await expect(writeFolder(other, sample)).rejects.toThrow(/was not written by Gatehouse/)
    const newer = await folderOf(sample)
    await put(newer, 'gatehouse.yaml', 'gatehouse: 2\npeople: false\n')
    expect(await why(newer)).toMatch(/newer version/)
    await expect(writeFolder(newer, sample)).rejects.toThrow(/newer version/)
  })
})
