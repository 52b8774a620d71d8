import { describe, expect, it } from 'vitest'
import { collectionOf, collectionsOf, depthOf, readablePath } from '#http/request-path.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'

describe('the path of a request', () => {
  it('has no letter encoded that need not be, and what has a meaning stays encoded', () => {
    expect(readablePath('/api/v1/%67roups/a%2Fb%20c%2541')).toBe('/api/v1/groups/a%2Fb%20c%2541')
    expect(readablePath('/api/v1/groups')).toBe('/api/v1/groups')
  })

  it('is none when it cannot be decoded', () => {
    for (const path of ['/%', '/%zz', '/%E0%A4%A']) expect(readablePath(path), path).toBeNull()
  })

  it('belongs to a collection by its first segments', () => {
    expect([...collectionsOf('/api/v1/groups/00g/users')]).toEqual(['/api/v1/groups', '/api/v1', '/api'])
    expect([...collectionsOf('/docs')]).toEqual(['/docs'])
    expect([...collectionsOf('/')]).toEqual(['/'])
    expect(collectionOf('/api/v1/policies/{policyId}/rules')).toBe('/api/v1/policies')
    expect(collectionOf('/gatehouse/receiver/{receiverToken}')).toBe('/gatehouse/receiver')
    expect(collectionOf('/docs/{file}')).toBe('/docs')
  })

  it('has as many segments as stand between its slashes', () => {
    const depths = ['/', '/docs', '/docs/', '/api/v1/groups', '/api/v1/groups/', '/api/v1/groups/00g/users'].map(
      depthOf,
    )
    expect(depths).toEqual([0, 1, 1, 3, 3, 5])
  })

  it('is looked for in a list that is short', () => {
    const sizes = new Map<string, number>()
    for (const { route } of ROUTE_LIST) {
      const list = [route.method, depthOf(route.path), collectionOf(route.path)].join(' ')
      sizes.set(list, (sizes.get(list) ?? 0) + 1)
    }
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(15)
  })
})
