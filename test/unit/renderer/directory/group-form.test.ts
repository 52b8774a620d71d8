import { beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#contract/directory/group.ts'
import type { CustomAttributeWrite } from '#contract/directory/profile-schema.ts'
import { groupForm } from '#ui/features/directory/groups.ts'
import type { Draft, ObjectForm } from '#ui/resource/form/field-specs.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const ATTRIBUTES: Record<string, CustomAttributeWrite> = {
  costCentre: { title: 'Cost centre', type: 'string', required: true },
  seats: { title: 'Seats', type: 'integer' },
  regions: { title: 'Regions', type: 'array', items: { type: 'string' } },
}

let server: TestServer
let form: ObjectForm<Group>
beforeAll(async () => {
  server = await startServer()
  const body = { definitions: { custom: { properties: ATTRIBUTES } } }
  const { definitions } = (await server.client.call('updateGroupSchema', { body })).body
  form = groupForm(definitions.custom.properties)
})

const bodyOf = (profile: Draft) => form.bodyOf?.({ profile }) as never

describe('the form of a group, with attributes that the organization has added', () => {
  it('has a field for each, where a refusal is shown', async () => {
    const paths = form.fields.map(({ path }) => path)
    for (const name of Object.keys(ATTRIBUTES)) expect(paths).toContain(`profile.${name}`)
    const refused = await server.client.refused('createGroup', { body: bodyOf({ name: 'Pilots' }) })
    expect(refused.locations).toEqual(['profile.costCentre'])
  })

  it('sends their values by their types, holds them again, and takes away what was emptied', async () => {
    const { client } = server
    const typed = { name: 'Divers', description: '', costCentre: 'GD-12', seats: 4, regions: ['North', 'East'] }
    const made = (await client.call('createGroup', { body: bodyOf(typed) })).body
    expect(made.profile).toMatchObject({ costCentre: 'GD-12', seats: 4, regions: ['North', 'East'] })
    const draft = form.draftOf?.(made) as { profile: Draft }
    const params = { groupId: made.id }
    const kept = (
      await client.call('replaceGroup', { params, body: bodyOf({ ...draft.profile, name: 'Deep divers' }) })
    ).body
    expect(kept.profile).toEqual({ ...made.profile, name: 'Deep divers' })
    const bare = (
      await client.call('replaceGroup', { params, body: bodyOf({ ...draft.profile, seats: null, regions: [] }) })
    ).body
    expect([bare.profile['seats'] ?? null, bare.profile['regions'] ?? null]).toEqual([null, null])
  })
})
