import { beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import { atOnce } from '#sync/compare/at-once.ts'
import { Pull } from '#sync/pull/pull.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { SnapshotBuilder, toSyncObject } from '#sync/snapshot.ts'
import { openSide } from '../../helpers/sync/open-side.ts'

let service: Service
beforeAll(async () => {
  service = await openSide()
})

type Odd = [kind: SyncKind, body: Record<string, unknown>, within?: string]

/** Pulls from a remote that has what this workspace has, and some objects beside. */
async function pullWith(...odd: readonly Odd[]) {
  const caller = inProcessCaller(service)
  const theirs = new SnapshotBuilder()
  const own = await readSide(caller)
  for (const objects of own.objects.values()) for (const object of objects.values()) theirs.add(object)
  for (const [kind, body, within] of odd) {
    const parent = within === undefined ? undefined : [...theirs.of('group').values()].find(({ id }) => id === within)
    theirs.add(toSyncObject(kind, body, { parent }))
  }
  const connection = { id: 'rcn00000000000000000', name: 'Remote' } as never
  const pull = new Pull({
    ...{ service, caller, writer: inProcessWriter(service), connection, context: systemContext(), theirs },
    ...{ request: {}, base: null, given: new Map(), signal: undefined, onBrought: () => {} },
  })
  const { refused, counts } = await pull.run()
  const agreed = [...atOnce(pull.baseChanges()).parts(1_000)].flatMap(({ added: written }) =>
    written.map(({ kind, key }) => `${kind} ${key}`),
  )
  return { refused: refused.map(({ kind, name }) => `${kind} ${name}`), counts, agreed }
}

const id = (prefix: string, name: string) => `${prefix}${name.padEnd(20 - prefix.length, '0')}`
const group = (name: string, over: object = {}) => ({
  ...{ id: id('00g', name.replaceAll(/\W/g, '')), type: 'SVC_GROUP', created: '2020-01-01T00:00:00.000Z' },
  profile: { name, description: null },
  ...over,
})
const person = (name: string, over: object = {}) => ({
  ...{ id: id('00u', name), status: 'ACTIVE', type: { id: 'default' } },
  profile: { login: `${name}@example.test`, email: `${name}@example.test`, firstName: 'Some', lastName: 'Body' },
  ...over,
})

describe('a remote that says what cannot be', () => {
  it('is taken over as far as it can be, and the rest is named', async () => {
    const { refused, counts } = await pullWith(
      ['group', group('Good')],
      ['group', group('OfAnotherKind', { id: id('00u', 'Kind') })],
      ['group', group('No id of ours', { id: '../../etc' })],
      ['group', group('x'.repeat(10_000))],
      ['group', group('Half\ud800')],
      ['group', group('With\u0000nothing')],
      ['group', { id: id('00g', 'Empty') }],
      ['group', group('OfNoTime', { created: 'yesterday', lastUpdated: '1970-01-01T00:00:00.000Z' })],
      ['group', { ...group('Polluted'), profile: JSON.parse('{"name":"Polluted","__proto__":{"isAdmin":true}}') }],
      ['group', { id: id('00g', 'OfApp'), type: 'APP_GROUP', profile: 'none' }],
      ['groupRole', { id: id('gra', 'One'), type: 'HELP_DESK_ADMIN', label: 'One' }, id('00g', 'Good')],
      ['groupRole', { id: id('gra', 'Two'), type: 'HELP_DESK_ADMIN', label: 'Two' }, id('00g', 'Good')],
      ['groupMembership', person('nobody'), id('00g', 'Good')],
      ['zone', { id: id('nzo', 'Zone'), type: 'NEVER_HEARD_OF', name: 'Zone' }],
      ['policy', { id: id('00p', 'Policy'), type: 'NEVER_HEARD_OF', name: 'Policy' }],
    )
    expect(counts).toMatchObject([{ kind: 'group' }, { kind: 'groupRole', created: 1 }])
    const long = `group ${'x'.repeat(255)}`
    expect(refused.map((name) => (name === long ? 'the long one' : name)).sort()).toEqual([
      'group 00gEmpty000000000000',
      'group 00gOfApp000000000000',
      'group Half\ufffd',
      'group Polluted',
      'group With\u0000nothing',
      'groupMembership nobody@example.test',
      'groupRole One',
      'policy Policy',
      'the long one',
      'zone Zone',
    ])
    const names = (await inProcessCaller(service).page('listGroups')).items.map(({ profile }) => profile.name)
    expect(names).toContain('Good')
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  it('what could not be brought is not taken for deleted here', async () => {
    const parent = id('00g', 'Long')
    const { agreed } = await pullWith(
      ['group', group('x'.repeat(10_000), { id: parent })],
      ['groupMembership', person('somebody'), parent],
      ['group', group('Kept')],
    )
    expect(agreed).toContain(`group ${id('00g', 'Kept')}`)
    expect(agreed.filter((one) => one.includes(parent))).toEqual([])
  })

  it('two objects of one name are told apart by nobody, and none is half there', async () => {
    const before = (await inProcessCaller(service).page('listGroups')).items.length
    const { refused } = await pullWith(['group', group('Twice')], ['group', group('Twice', { id: id('00g', 'Again') })])
    expect(refused).toEqual(['group Twice'])
    expect((await inProcessCaller(service).page('listGroups')).items).toHaveLength(before + 1)
  })
})
