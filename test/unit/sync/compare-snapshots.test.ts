import { expect, it } from 'vitest'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { SnapshotBuilder, toSyncObject } from '#sync/snapshot.ts'

interface Group {
  id: string
  name: string
  description?: string
  members?: readonly string[]
}

/** A side with groups and their members. */
function sideOf(groups: readonly Group[]): SnapshotBuilder {
  const side = new SnapshotBuilder()
  for (const { id, name, description = '', members = [] } of groups) {
    const group = toSyncObject('group', { id, type: 'SVC_GROUP', profile: { name, description } })
    side.add(group)
    for (const member of members) side.add(toSyncObject('groupMembership', { id: member }, { parent: group }))
  }
  return side
}

it('of several objects with one name none is said to be there on one side only, nor what belongs to them', () => {
  const members = ['00u1']
  const ours = sideOf([
    { id: '00ga', name: 'Same', members },
    { id: '00gb', name: 'Same' },
    { id: '00gc', name: 'Own' },
  ])
  const theirs = sideOf([{ id: '00gx', name: 'Same', members }])
  const { differences, ambiguous } = compareSnapshots({ ours, theirs })
  expect(differences.map(({ kind, name }) => [kind, name])).toEqual([['group', 'Own']])
  expect(ambiguous.map(({ name, ours: own, theirs: others }) => [name, own.length, others.length])).toEqual([
    ['Same', 2, 1],
  ])
})

it('which of them is which can be said by a person', () => {
  const ours = sideOf([
    { id: '00ga', name: 'Same', description: 'One' },
    { id: '00gb', name: 'Same', description: 'Two' },
  ])
  const theirs = sideOf([
    { id: '00gx', name: 'Same', description: 'Two' },
    { id: '00gy', name: 'Renamed', description: 'One' },
  ])
  const given = new Map([
    [
      'group' as const,
      new Map([
        ['00gx', '00gb'],
        ['00gy', '00ga'],
      ]),
    ],
  ])
  const { differences, ambiguous } = compareSnapshots({ ours, theirs, given })
  expect(ambiguous).toEqual([])
  expect(differences.flatMap(({ fields }) => fields)).toMatchObject([
    { path: 'profile.name', ours: 'Same', theirs: 'Renamed' },
  ])
})

it('is no conflict where each side has changed other fields of an object', () => {
  const [base, ours, theirs] = [
    { name: 'Crew', description: 'Before' },
    { name: 'Ours', description: 'Before' },
    { name: 'Crew', description: 'Theirs' },
  ].map((group) => sideOf([{ id: '00ga', ...group }])) as [SnapshotBuilder, SnapshotBuilder, SnapshotBuilder]
  const directions = (right: SnapshotBuilder) =>
    compareSnapshots({ ours, theirs: right, base }).differences.map(({ direction, fields }) => [
      direction,
      ...fields.map((field) => field.direction),
    ])
  expect(directions(theirs)).toEqual([['both', 'outgoing', 'incoming']])
  expect(directions(sideOf([{ id: '00ga', name: 'Theirs', description: 'Theirs' }]))).toEqual([
    ['conflict', 'conflict', 'incoming'],
  ])
})

it('another name of a provider is a difference of the provider, not of the rules that route to it', () => {
  const [ours, theirs] = ['Before', 'After'].map((name) => {
    const side = new SnapshotBuilder()
    const policy = toSyncObject('policy', { id: '00p1', type: 'IDP_DISCOVERY', name: 'Routing', priority: 1 })
    const actions = { idp: { providers: [{ id: '0oa1', type: 'OIDC', name }] } }
    side.add(toSyncObject('identityProvider', { id: '0oa1', type: 'OIDC', name }))
    side.add(policy)
    side.add(toSyncObject('rule', { id: '0pr1', name: 'Partners', priority: 1, actions }, { parent: policy }))
    return side
  }) as [SnapshotBuilder, SnapshotBuilder]
  const { differences } = compareSnapshots({ ours, theirs })
  expect(differences.map(({ kind }) => kind)).toEqual(['identityProvider'])
})

it('a membership holds who it is of, and nothing else of that person', () => {
  const group = toSyncObject('group', { id: '00g1', type: 'SVC_GROUP', profile: { name: 'Crew' } })
  const person = { id: '00u1', status: 'ACTIVE', profile: { login: 'ada@example.com', title: 'Captain' }, _links: {} }
  const { body } = toSyncObject('groupMembership', person, { parent: group })
  expect(body).toEqual({ id: '00u1', profile: { login: 'ada@example.com' } })
})

it('authenticators are told apart by their names where an organization may have several of a key, and are the same by the key else', () => {
  const side = (id: string, named: Readonly<Record<string, string>>) => {
    const built = new SnapshotBuilder()
    for (const [key, name] of Object.entries(named)) {
      const authenticator = toSyncObject('authenticator', { id: `aut${id}${key}`, key, name })
      built.add(authenticator)
      built.add(toSyncObject('authenticatorMethod', { type: 'idp', status: 'ACTIVE' }, { parent: authenticator }))
    }
    return built
  }
  const found = (ours: SnapshotBuilder, theirs: SnapshotBuilder) =>
    compareSnapshots({ ours, theirs }).differences.map((one) => [
      ...[one.kind, one.ours !== null, one.theirs !== null],
      ...one.fields.map(({ path }) => path),
    ])
  for (const key of ['external_idp', 'custom_otp', 'custom_app']) {
    expect(found(side('a', { [key]: 'Partners' }), side('b', { [key]: 'Staff' })), key).toEqual([
      ['authenticator', false, true],
      ['authenticator', true, false],
      ['authenticatorMethod', false, true],
      ['authenticatorMethod', true, false],
    ])
    expect(found(side('a', { [key]: 'Staff' }), side('b', { [key]: 'Staff' })), key).toEqual([])
  }
  expect(found(side('a', { webauthn: 'Keys' }), side('b', { webauthn: 'Passkeys' }))).toEqual([
    ['authenticator', true, true, 'name'],
  ])
})
