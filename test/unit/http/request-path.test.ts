import { describe, expect, it } from 'vitest'
import { readablePath } from '#http/request-path.ts'

describe('the path of a request', () => {
  it('has no letter encoded that need not be, and what has a meaning stays encoded', () => {
    expect(readablePath('/api/v1/%67roups/a%2Fb%20c%2541')).toBe('/api/v1/groups/a%2Fb%20c%2541')
    expect(readablePath('/api/v1/groups')).toBe('/api/v1/groups')
  })

  it('is none when it cannot be decoded', () => {
    for (const path of ['/%', '/%zz', '/%E0%A4%A']) expect(readablePath(path), path).toBeNull()
  })
})
