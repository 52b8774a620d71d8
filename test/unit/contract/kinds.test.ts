import { describe, expect, it } from 'vitest'
import { isId } from '#contract/interface/ids.ts'
import { KIND_LIST, kindsOfId, labelOf, uiPathOf } from '#contract/kinds.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { LogFixture } from '../../helpers/log-fixture.ts'
import { placeholders, SCOPE_AREAS } from '../../helpers/route-paths.ts'

const documented = ROUTE_LIST.filter(({ route }) => !route.hidden)

describe('the table of kinds', () => {
  const NO_ID_OF_A_KIND = ['id', 'ours', 'kind', 'methodType', 'appName', 'targetGroupId']
  it('has a kind for every id in a path, but for the one of any kind and what is no id', () => {
    const params = new Set(KIND_LIST.map(({ param }) => param))
    for (const { id, route } of documented)
      for (const name of placeholders(route.path))
        if (!NO_ID_OF_A_KIND.includes(name)) expect(params, id).toContain(name)
  })

  it('names no collection and no parameter that no route has', () => {
    const paths = new Set(documented.map(({ route }) => route.path))
    const params = new Set(documented.flatMap(({ route }) => placeholders(route.path)))
    for (const { name, path, param } of KIND_LIST) {
      if (path !== null) expect(paths, name).toContain(path)
      if (param !== null) expect(params, name).toContain(param)
    }
  })

  it('lets no two kinds share a parameter or a collection', () => {
    for (const field of ['path', 'param'] as const) {
      const values = KIND_LIST.flatMap((kind) => kind[field] ?? [])
      expect(new Set(values).size, field).toBe(values.length)
    }
  })

  it('has a scope for every area that a route asks for, and none that is asked for nowhere', () => {
    const asked = new Set(documented.flatMap(({ route }) => route.scope?.split('.')[1] ?? []))
    expect([...asked].sort()).toEqual(SCOPE_AREAS.toSorted())
  })

  it('tells the kinds of an id by its beginning, of which two may share one', () => {
    expect(kindsOfId('00g00000000000000001')).toEqual(['group'])
    expect(kindsOfId('0oa00000000000000001')).toEqual(['app', 'identityProvider'])
    expect(kindsOfId('nothing')).toEqual([])
    expect(isId('identityProvider', '0oa00000000000000001')).toBe(true)
  })

  it('has labels and addresses for what the program shows', () => {
    expect(labelOf('targetType', 'PolicyEntity')).toBe('policy')
    expect(labelOf('errorKind', 'NetworkZone')).toBe('network zone')
    expect(labelOf('errorKind', 'Nothing')).toBeUndefined()
    expect(uiPathOf('userType', 'oty1')).toBe('/directory/user-types?open=oty1')
    for (const { name, searchable, uiPath } of KIND_LIST) if (searchable) expect(uiPath, name).toContain('{id}')
  })

  it('names tables that the workspace has', async () => {
    const fixture = await LogFixture.create()
    const rows = await fixture.store.read.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    await fixture.store.close()
    for (const { name, table } of KIND_LIST)
      if (table !== null)
        expect(
          rows.map((row) => row.name),
          name,
        ).toContain(table)
  })
})
