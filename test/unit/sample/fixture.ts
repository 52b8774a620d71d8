import type { PolicyRecord } from '#policy/types.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { buildSample, type SampleOptions } from '#sample/index.ts'

const everyoneGroupId = '00gEveryoneEveryone1'

function defaultPolicy(type: 'SVC_SIGN_ON' | 'PASSWORD', actions: Record<string, unknown>): PolicyRecord {
  const digit = type === 'PASSWORD' ? '2' : '1'
  return {
    id: `00pDefaultDefault00${digit}`,
    type,
    name: 'Default Policy',
    status: 'ACTIVE',
    priority: 1,
    system: true,
    conditions: { people: { groups: { include: [everyoneGroupId] } } },
    settings: type === 'PASSWORD' ? { password: { lockout: { maxAttempts: 10 } } } : null,
    rules: [
      {
        id: `0prDefaultDefault00${digit}`,
        name: 'Default Rule',
        status: 'ACTIVE',
        priority: 1,
        system: true,
        conditions: null,
        actions,
      },
    ],
  }
}

const DEFAULT_POLICIES = [
  defaultPolicy('SVC_SIGN_ON', { signon: { access: 'ALLOW', requireFactor: false } }),
  defaultPolicy('PASSWORD', {}),
]

export const NOW = Date.UTC(2026, 2, 18, 14, 7, 31, 250)

/** What to build the sample from; a Wednesday afternoon unless told otherwise. */
export function sampleOptions(given: { seed?: string; now?: number; engine?: Engine } = {}): SampleOptions {
  const { seed = 'tidewrack', now = NOW, engine = 'identity' } = given
  const userTypeId = 'otyDefaultDefault001'
  return { seed, now, defaults: { engine, everyoneGroupId, userTypeId, policies: DEFAULT_POLICIES } }
}

/** Built once for all tests of a file that only read it. */
export const sample = buildSample(sampleOptions())
export const events: readonly LogEvent[] = [...sample.events]

/** By id, every policy and rule that an event may name. */
export const policiesById = new Map(
  [...sample.policies, ...DEFAULT_POLICIES].map((policy) => [policy.id, policy] as const),
)
