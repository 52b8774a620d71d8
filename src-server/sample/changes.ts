import type { LogTarget } from '#contract/log/log-event.ts'
import {
  appTarget,
  changeDetails,
  policyTarget,
  ruleTarget,
  SUCCESS,
  SYSTEM_ACTOR,
  targetOf,
} from '#contract/log/targets.ts'
import { policyId } from './build-policies.ts'
import { datedChanges } from './clock.ts'
import { personTarget, transactionId, workSession, type SampleEvent } from './sample-event.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { References } from './references.ts'
import { APPS, GROUPS, POLICIES, ZONES, type ChangeSpec } from './resources.ts'
import type { SampleOptions, SamplePolicy } from './types.ts'
import type { Whereabouts } from './whereabouts.ts'

/** The object as it was: each path of `from` put back; null takes the field away. */
function asItWas<T extends object>(current: T, from: Record<string, unknown>): T {
  const before = structuredClone(current)
  for (const [path, value] of Object.entries(from)) {
    const keys = path.split('.')
    const last = keys.pop() as string
    let place = before as Record<string, unknown>
    for (const key of keys) place = place[key] as Record<string, unknown>
    if (value === null) delete place[last]
    else place[last] = value
  }
  return before
}

function named<T extends { key: string }>(specs: readonly T[], key: string): T {
  const found = specs.find((spec) => spec.key === key)
  if (!found) throw new Error(`the sample has nothing called ${key}`)
  return found
}

/** What a change was about, most telling first; null where this engine has no such policy. */
function targetsOf(
  change: ChangeSpec,
  seed: string,
  policies: ReadonlyMap<string, SamplePolicy>,
  references: References,
): LogTarget[] | null {
  const targets: LogTarget[] = []
  const details = (current: object) => (change.from ? changeDetails(asItWas(current, change.from), current) : undefined)
  if (change.policy) {
    const spec = named(POLICIES, change.policy)
    const policy = policies.get(policyId(seed, spec))
    if (!policy) return null
    targets.push(policyTarget(policy, change.rule ? undefined : details(policy)))
    const rule = change.rule && policy.rules.find((each) => each.id === policyId(seed, spec, change.rule))
    if (rule) targets.push(ruleTarget(rule, policy.id, details(rule)))
  }
  if (change.group) {
    const group = named(GROUPS, change.group)
    targets.push(targetOf('group', { id: references.id('group', group.key), name: group.name }))
  }
  if (change.zone) {
    const zone = named(ZONES, change.zone)
    targets.push(targetOf('zone', { id: references.id('zone', zone.key), name: zone.name }))
  }
  if (change.app) {
    const { key, label, name } = named(APPS, change.app)
    targets.push(appTarget({ id: references.id('app', key), label, name }))
  }
  return change.type.startsWith('application.') ? targets.reverse() : targets
}

/** The administrators' changes of the month, as events. */
export function changeDrafts(
  { seed, now }: SampleOptions,
  policies: readonly SamplePolicy[],
  people: ReadonlyMap<string, Person>,
  whereabouts: Whereabouts,
  references: References,
  random: Random,
): SampleEvent[] {
  const byId = new Map(policies.map((policy) => [policy.id, policy]))
  let transaction = ''
  return datedChanges(now).flatMap((change) => {
    const targets = targetsOf(change, seed, byId, references)
    if (!targets) return []
    if (!change.sameRequest) transaction = transactionId(random)
    const actor = people.get(change.actor)
    return {
      at: change.time,
      type: change.type,
      actor: actor ? personTarget(actor) : SYSTEM_ACTOR,
      origin: actor ? whereabouts.atWork(actor) : null,
      outcome: change.reason ? { result: 'SUCCESS' as const, reason: change.reason } : SUCCESS,
      targets,
      transaction,
      session: actor ? workSession(actor, change.time) : null,
    }
  })
}
