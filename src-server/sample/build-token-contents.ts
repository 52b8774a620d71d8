import { serverClaimWriteSchema } from '#contract/access/server-claim.ts'
import { serverScopeWriteSchema } from '#contract/access/server-scope.ts'
import { dayStart, HOUR_MS, iso } from './clock.ts'
import { sampleId } from './random.ts'
import { ORGANIZATION, TOKEN_CONTENTS } from './resources.ts'
import type { SampleClaim, SampleOptions, SampleScope } from './types.ts'

/** Weeks after the organization began, its first service asked for tokens. */
const FIRST_SERVICE_DAYS = 60

/** What clients may ask the organization's own authorization server for, and what its tokens say. */
export function buildTokenContents({ seed, now }: SampleOptions): { scopes: SampleScope[]; claims: SampleClaim[] } {
  const created = iso(dayStart(now, ORGANIZATION.foundedDaysAgo - FIRST_SERVICE_DAYS) + 11 * HOUR_MS)
  const stamps = { created, lastUpdated: created }
  return {
    scopes: TOKEN_CONTENTS.scopes.map((spec) => {
      const {
        optional,
        default: isDefault,
        displayName = null,
        description = null,
        ...scope
      } = serverScopeWriteSchema.parse(spec)
      const id = sampleId(seed, 'serverScope', scope.name)
      return { id, ...scope, displayName, description, isOptional: optional, isDefault, ...stamps }
    }),
    claims: TOKEN_CONTENTS.claims.map((spec) => {
      const { conditions, group_filter_type: filter, ...claim } = serverClaimWriteSchema.parse(spec)
      const alwaysIncludeInToken = claim.claimType === 'RESOURCE' || claim.alwaysIncludeInToken
      const id = sampleId(seed, 'serverClaim', claim.name)
      return {
        id,
        ...claim,
        alwaysIncludeInToken,
        groupFilterType: filter ?? null,
        scopes: conditions.scopes,
        ...stamps,
      }
    }),
  }
}
