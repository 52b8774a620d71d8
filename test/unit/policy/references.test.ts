import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import { findings, referencesOf, referencesOfActions } from '#policy/index.ts'
import type { PolicyRecord } from '#policy/types.ts'

const listed = (conditions: RuleConditions) => referencesOf(conditions).map(({ kind, path, id }) => [kind, path, id])

describe('what conditions refer to', () => {
  it('are behaviors, identity providers, device assurances and clients, with the path of each', () => {
    expect(
      listed({
        clients: { include: ['c1'] },
        device: { registered: true, assurance: { include: ['d1', 'd2'] } },
        identityProvider: { provider: 'SPECIFIC_IDP', idpIds: ['i1'] },
        risk: { behaviors: ['b1'] },
      }),
    ).toEqual([
      ['Behavior', 'risk.behaviors', 'b1'],
      ['IdpTrust', 'identityProvider.idpIds', 'i1'],
      ['DeviceAssurance', 'device.assurance.include', 'd1'],
      ['DeviceAssurance', 'device.assurance.include', 'd2'],
      ['PublicClientApp', 'clients.include', 'c1'],
    ])
  })

  it('are not the words that stand for all', () => {
    expect(
      listed({ clients: { include: ['ALL_CLIENTS'] }, network: { connection: 'ZONE', include: ['ALL_ZONES'] } }),
    ).toEqual([])
  })
})

describe('what actions refer to', () => {
  it('are the identity providers that sign-in is sent to, each at its place', () => {
    const actions = {
      idp: {
        providers: [
          { type: 'SVC', id: null },
          { type: 'OIDC', id: 'i1' },
          { type: 'SAML2', id: 'i2' },
        ],
      },
    }
    expect(referencesOfActions('IDP_DISCOVERY', actions)).toEqual([
      { kind: 'IdpTrust', path: 'actions.idp.providers[1].id', id: 'i1' },
      { kind: 'IdpTrust', path: 'actions.idp.providers[2].id', id: 'i2' },
    ])
  })

  it('are the groups that new people join', () => {
    const actions = (targetGroupIds: unknown) => ({ profileEnrollment: { targetGroupIds } })
    expect(referencesOfActions('PROFILE_ENROLLMENT', actions(['g1']))).toEqual([
      { kind: 'UserGroup', path: 'actions.profileEnrollment.targetGroupIds', id: 'g1' },
    ])
    expect(referencesOfActions('PROFILE_ENROLLMENT', actions(null))).toEqual([])
  })

  it('are none in other types, nor in a draft without the type’s shape', () => {
    expect(referencesOfActions('ACCESS_POLICY', { appSignOn: { access: 'DENY' } })).toEqual([])
    expect(referencesOfActions('IDP_DISCOVERY', {})).toEqual([])
    expect(referencesOfActions('PROFILE_ENROLLMENT', { profileEnrollment: 7 })).toEqual([])
  })

  it('need attention when they are gone, as those of conditions do', () => {
    const policy: PolicyRecord = {
      id: 'p',
      type: 'IDP_DISCOVERY',
      name: 'P',
      status: 'ACTIVE',
      priority: 1,
      system: true,
      rules: [
        {
          id: 'r',
          name: 'R',
          status: 'ACTIVE',
          priority: 1,
          system: false,
          conditions: { network: { connection: 'ZONE', include: ['z-gone'] } },
          actions: {
            idp: {
              providers: [
                { type: 'OIDC', id: 'i-gone' },
                { type: 'OIDC', id: 'i-gone' },
              ],
            },
          },
        },
      ],
    }
    const set = { everyoneGroupId: 'everyone', policies: [policy], zones: [], applications: [] }
    expect(findings(set, (id) => !id.endsWith('gone')).map(({ kind, message }) => [kind, message])).toEqual([
      ['dangling-reference', 'Refers to network zone z-gone and identity provider i-gone, which no longer exist.'],
    ])
  })
})

it('a group that only an expression names is a reference like any other', () => {
  const condition = "user.isMemberOf({'group.id': {'00ga', '00gb'}}) && user.profile.title == 'group.id'"
  expect(referencesOf({ elCondition: { condition } })).toEqual([
    { kind: 'UserGroup', path: 'elCondition.condition', id: '00ga' },
    { kind: 'UserGroup', path: 'elCondition.condition', id: '00gb' },
  ])
  expect(referencesOf({ elCondition: { condition: 'user.isMemberOf(' } })).toEqual([])
})
