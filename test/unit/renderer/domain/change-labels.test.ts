import { describe, expect, it } from 'vitest'
import { namesIn, valueText } from '#ui/domain/change-labels.ts'

const NAMES: Readonly<Record<string, string>> = { '0oa1': 'Wiki', beh1: 'New city' }
const nameOf = (id: string) => NAMES[id] ?? id

describe('a change in words', () => {
  it('knows what kind of object the ids at a path stand for', () => {
    const added = (path: string, ...ids: unknown[]) => namesIn({ path, added: ids, removed: [] })
    expect(added('conditions.risk.behaviors', 'beh1')).toEqual([{ kind: 'behavior', id: 'beh1' }])
    expect(added('conditions.device.assurance.include', 'dae1')).toEqual([{ kind: 'deviceAssurance', id: 'dae1' }])
    expect(added('conditions.identityProvider.idpIds', 'idp1')).toEqual([{ kind: 'identityProvider', id: 'idp1' }])
    expect(added('conditions.clients.include', 'ALL_CLIENTS', '0oa1')).toEqual([{ kind: 'app', id: '0oa1' }])
    expect(added('conditions.network.include', 'ALL_ZONES')).toEqual([])
    expect(added('conditions.scopes.include', 'openid')).toEqual([])
  })

  it('finds the ids inside objects, before and after', () => {
    const change = {
      path: 'actions.idp.providers',
      before: [{ type: 'SVC' }],
      after: [{ type: 'OIDC', id: 'idp1' }],
    }
    expect(namesIn(change)).toEqual([{ kind: 'identityProvider', id: 'idp1' }])
  })

  it('says names instead of ids, also of objects that only name something', () => {
    expect(valueText('beh1', nameOf)).toBe('New city')
    expect(
      valueText(
        [
          { type: 'APP', id: '0oa1' },
          { type: 'APP_TYPE', name: 'oidc_client' },
        ],
        nameOf,
      ),
    ).toBe('Wiki, oidc_client')
    expect(valueText([{ type: 'SVC' }], nameOf)).toBe('SVC')
    expect(valueText([{ type: 'OIDC', id: 'beh1', name: 'Home' }], nameOf)).toBe('New city as Home')
  })

  it('leaves everything else as JSON, and calls what is absent nothing', () => {
    expect(valueText({ key: 'phone_number', methods: ['sms'] }, nameOf)).toBe(
      '{"key":"phone_number","methods":["sms"]}',
    )
    expect(valueText(false, nameOf)).toBe('false')
    expect(valueText([], nameOf)).toBe('nothing')
    expect(valueText(null, nameOf)).toBe('nothing')
  })
})
