import { RATE_LIMITS, type RateLimitBucket } from '#contract/interface/rate-limits.ts'
import { SUCCESS } from '#contract/log/targets.ts'
import { systemContext, type Client } from '#audit-log/request-context.ts'
import type { Service } from '../service/service.ts'
import type { Counted } from '../memory/rate-limits.ts'

const target = (bucket: RateLimitBucket) => ({
  ...{ id: bucket, type: 'RateLimitBucket', alternateId: null, detailEntry: null },
  displayName: RATE_LIMITS[bucket].label,
})

interface Crossing {
  what: 'warning' | 'violation'
  counted: Pick<Counted, 'bucket' | 'share' | 'limit' | 'used'>
  client: Client
  tokenId: string
}

/** Tells the audit log that a limit was come near to, or gone over; the request does not wait for it. */
export function noteCrossing(service: Pick<Service, 'write' | 'onTrouble'>, crossing: Crossing): void {
  const { what, counted, client, tokenId } = crossing
  const { bucket, share, limit, used } = counted
  const context = Object.freeze({ ...systemContext(), client })
  service
    .write(context, async (tx) =>
      tx.record({
        type: `system.org.rate_limit.${what}`,
        targets: [target(bucket)],
        outcome: what === 'warning' ? SUCCESS : { result: 'DENY', reason: 'Rate limit exceeded' },
        debugData: { limit, used, share, apiTokenId: tokenId },
      }),
    )
    .catch((error: unknown) => service.onTrouble(error, 'a rate limit that was reached could not be noted'))
}
