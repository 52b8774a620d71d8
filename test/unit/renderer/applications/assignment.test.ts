import { beforeAll, describe, expect, it } from 'vitest'
import type { AppUser } from '#contract/apps/app.ts'
import {
  assignmentDraft,
  assignmentFields,
  changedParts,
  groupGiving,
  shownAttributes,
} from '#ui/features/applications/assignments/assignment.ts'
import type { Draft } from '#ui/resource/form/field-specs.ts'
import type { Attributes } from '#ui/resource/schema/attribute-fields.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let held: AppUser
let attributes: Attributes
let params: { appId: string; userId: string }

beforeAll(async () => {
  server = await startServer()
  const { client, make } = server
  const [{ id: appId }, { id: userId }] = await Promise.all([make.anApp(), make.aUser()])
  params = { appId, userId }
  const text = { title: 'Department', type: 'string' as const }
  const seats = { title: 'Seats', type: 'array' as const, items: { type: 'integer' as const } }
  const body = { definitions: { custom: { properties: { department: text, seats } } } }
  const schema = (await client.call('updateAppUserSchema', { params: { appId }, body })).body
  const profile = { department: 'Crew', seats: [1, 2] }
  held = (await client.call('assignAppUser', { params: { appId }, body: { id: userId, profile } })).body
  attributes = shownAttributes(schema, held)
})

/** What is sent once the form was changed. */
const sent = (userName: string, profile: Draft = {}) => {
  const draft = assignmentDraft(attributes, held)
  return changedParts(attributes, held, {
    credentials: { userName },
    profile: { ...(draft['profile'] as Draft), ...profile },
  })
}

describe('an edited assignment', () => {
  it('has a field for the name there, and for each attribute of the schema', () => {
    const labels = assignmentFields(attributes).map(({ label }) => label)
    expect(labels[0]).toBe('User name there')
    for (const label of ['Department', 'Seats']) expect(labels).toContain(label)
  })

  it('sends nothing where nothing was changed', () => expect(sent(held.credentials.userName)).toEqual({}))

  it('sends null for what was emptied, so that it follows the person and their groups again', async () => {
    const body = sent(held.credentials.userName, { department: '', seats: ['1'] })
    expect(body).toEqual({ profile: { department: null, seats: [1] } })
    const { profile } = (await server.client.call('updateAppUser', { params, body })).body
    expect(profile).toMatchObject({ department: null, seats: [1] })
  })

  it('sends the name, where another one was written', async () => {
    const body = sent(' ada.o ')
    expect(body).toEqual({ credentials: { userName: 'ada.o' } })
    expect((await server.client.call('updateAppUser', { params, body })).body.credentials.userName).toBe('ada.o')
  })

  it('without a name is refused beside its field', async () => {
    const refused = await server.client.refused('updateAppUser', { params, body: sent('') })
    expect(refused.locations).toEqual(['credentials.userName'])
  })
})

it('the group that gives an application is the one that the assignment links, and none for a direct one', async () => {
  const { client, make } = server
  const [group, member] = await Promise.all([make.aGroup(), make.aUser()])
  const { appId } = params
  await client.call('addGroupMember', { params: { groupId: group.id, userId: member.id } })
  await client.call('assignAppGroup', { params: { appId, groupId: group.id }, body: {} })
  const through = (await client.call('getAppUser', { params: { appId, userId: member.id } })).body
  expect(groupGiving(through)).toBe(group.id)
  expect(groupGiving((await client.call('getAppUser', { params })).body)).toBeNull()
})
