import { describe, expect, it } from 'vitest'
import { errorFromReply } from '#ui/api/api-error.ts'
import { NOTHING } from '#ui/domain/sign-in.ts'
import { askFor, fieldAt, placeErrors } from '#ui/features/simulate/fields.ts'
import { topicOf, topicsIn, withoutTopic } from '#ui/features/simulate/topics.ts'

function refusal(errorCode: string, errorSummary: string, causes: [location: string, summary: string][] = []) {
  return errorFromReply(400, {
    errorCode,
    errorSummary,
    errorLink: errorCode,
    errorId: 'oae1',
    errorCauses: causes.map(([location, summary]) => ({ location, errorSummary: summary, locationType: 'body' })),
  })
}

describe('what a missing field asks for', () => {
  it.each([
    ['appInstance', 'app'],
    ['policyContext.user', 'user'],
    ['policyContext.ip', 'ip'],
    ['policyContext.zones', 'zones'],
    ['policyContext.risk', 'risk'],
    ['policyContext.risk.level', 'risk'],
    ['policyContext.device.platform', 'platform'],
    ['policyContext.device.managed', 'managed'],
    ['policyContext.device.assuranceId', 'assurance'],
    ['policyContext.identifier', 'identifier'],
    ['policyContext.identityProvider', 'idp'],
    ['policyContext.behaviors', 'behaviors'],
    ['policyContext.entityRisk', 'entityRisk'],
    ['policyContext.riskDetections', 'detections'],
    ['policyContext.authorizationServerId', 'server'],
    ['policyContext.scopes', 'scopes'],
  ])('%s leads to the input %s', (missing, field) => {
    expect(askFor(missing)).toMatchObject({ field })
  })

  it('offers no button where no input would settle it', () => {
    expect(askFor(null)).toBeNull()
    expect(askFor('policyContext.behaviours')).toBeNull()
    expect(fieldAt('policyContext.ipx')).toBeNull()
  })
})

describe('where a refusal is told', () => {
  it('is beside the input that it names, without naming it again', () => {
    const error = refusal('E0000001', 'Validation failed: policyContext.ip', [
      ['policyContext.ip', 'policyContext.ip: must be an IPv4 or IPv6 address'],
    ])
    expect(placeErrors(error, NOTHING)).toEqual({ byField: { ip: 'must be an IPv4 or IPv6 address' }, rest: false })
  })

  it('is beside the application for somebody who is not assigned to it', () => {
    const error = refusal('E0000001', 'Validation failed: User', [
      ['User', 'User: ada@example.com is not assigned to this application'],
    ])
    const { byField } = placeErrors(error, { ...NOTHING, user: 'u1', app: 'a1' })
    expect(byField).toEqual({ app: 'ada@example.com is not assigned to this application' })
  })

  it('is beside the input whose object is gone', () => {
    const placed = (kind: string) => placeErrors(refusal('E0000007', `Not found: x1 (${kind})`), NOTHING).byField
    expect(Object.keys(placed('UserGroup'))).toEqual(['groups'])
    expect(Object.keys(placed('NetworkZone'))).toEqual(['zones'])
    expect(Object.keys(placed('AppInstance'))).toEqual(['app'])
  })

  it('is above everything when no input has to do with it', () => {
    expect(placeErrors(refusal('E0000009', 'Something went wrong'), NOTHING)).toEqual({ byField: {}, rest: true })
  })
})

describe('fields that few conditions ask for', () => {
  it('are in sight once they say something, if only that nothing was detected', () => {
    expect(topicsIn(NOTHING)).toEqual([])
    expect(topicsIn({ ...NOTHING, behaviors: [], scopes: ['openid'] })).toEqual(['behaviors', 'token'])
  })

  it('are taken out topic by topic', () => {
    const both = { ...NOTHING, user: 'u1', authType: 'ANY' as const, idp: 'SVC', identifier: 'ada' }
    expect(withoutTopic(both, 'through')).toEqual({ ...NOTHING, user: 'u1', identifier: 'ada' })
  })

  it('know their topic; the others are always in sight', () => {
    expect(topicOf('detections')).toBe('entity')
    expect(topicOf('ip')).toBeNull()
  })
})
