import type { LogTarget } from '#contract/log/log-event.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { compile, decide, type Person as PolicyPerson, type PolicyRecord, type RuleRecord } from '#policy/index.ts'
import { policyTarget, ruleTarget } from '#contract/log/targets.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import type { Person } from './people.ts'
import type { References } from './references.ts'
import type { SampleApp, SampleDefaults, SampleMapping, SamplePolicy, SampleZone } from './types.ts'

type Effect = 'ALLOW' | 'CHALLENGE' | 'DENY'

/** What the policies say to one request. */
export interface Ruling {
  effect: Effect
  /** The policy and the rule that decided; both exist. */
  targets: LogTarget[]
  policy: PolicyRecord
}

/** A request as the policies see it. */
export interface Situation {
  person: Person
  at: number
  ip: string
  platform: string
  /** A company device. */
  registered: boolean
  risk: 'LOW' | 'MEDIUM' | 'HIGH'
  newCity: boolean
  appId?: string
}

export type Judge = (type: PolicyType, situation: Situation) => Ruling | null

interface World {
  defaults: SampleDefaults
  policies: readonly SamplePolicy[]
  zones: readonly SampleZone[]
  apps: readonly SampleApp[]
  mappings: readonly SampleMapping[]
}

interface Method {
  factorMode?: string
  chains?: { next?: unknown[] }[]
}

function asksTwice({ factorMode, chains = [] }: Method = {}): boolean {
  return factorMode === '2FA' || chains.some(({ next }) => next?.length)
}

function effectOf(rule: RuleRecord): Effect {
  const signon = rule.actions['signon'] as { access: string; requireFactor?: boolean } | undefined
  const app = rule.actions['appSignOn'] as { access: string; verificationMethod?: Method } | undefined
  if ((signon ?? app)?.access === 'DENY') return 'DENY'
  return signon?.requireFactor || asksTwice(app?.verificationMethod) ? 'CHALLENGE' : 'ALLOW'
}

/**
 * The policies of the sample as they are now, asked through the real evaluator, so that the log never claims a verdict
 * that a simulation would contradict.
 */
export function createJudge({ defaults, policies, zones, apps, mappings }: World, references: References): Judge {
  const policyOf = new Map(mappings.map((mapping) => [mapping.appId, mapping.policyId]))
  const all = [...policies, ...defaults.policies]
  const compiled = compile({
    everyoneGroupId: defaults.everyoneGroupId,
    policies: all,
    zones: zones.map(({ id, name, type, status, usage, definition }) => ({
      ...{ id, name, type, status, usage },
      gateways: gatewaysOf(definition),
    })),
    applications: apps.map(({ id, name, label, status }) => ({
      ...{ id, name, label, status },
      accessPolicyId: policyOf.get(id) ?? null,
      profileEnrollmentPolicyId: null,
    })),
  })
  const rulings = new Map<string, Ruling>()
  for (const policy of all)
    for (const rule of policy.rules) {
      const targets = [policyTarget(policy), ruleTarget(rule, policy.id)]
      rulings.set(rule.id, { effect: effectOf(rule), targets, policy })
    }

  const known = new Map<Person, PolicyPerson>()
  function personOf(person: Person): PolicyPerson {
    let view = known.get(person)
    if (!view) {
      const groupIds = [...person.groupKeys].map((key) => references.id('group', key))
      const user = { id: person.id, status: person.status, profile: person.profile }
      known.set(person, (view = { id: person.id, groupIds, userTypeId: person.typeId, user }))
    }
    return view
  }

  const newCity = [references.resolve('behavior:new-city')]
  const usual: string[] = []
  return (type, situation) => {
    const { person, at, ip, platform, registered, risk, appId } = situation
    const decision = decide(compiled, type, {
      now: at,
      person: personOf(person),
      ip,
      risk,
      device: { platform, registered, managed: registered },
      behaviors: situation.newCity ? newCity : usual,
      app: appId ? { id: appId } : null,
    })
    return decision ? (rulings.get(decision.ruleId) ?? null) : null
  }
}
