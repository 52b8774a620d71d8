import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { factsIn, SUBJECTS, type ApplicationRecord, type CompiledSet, type PolicySet } from '#policy/index.ts'
import { ruleListsOf, type RuleList } from './rule-lists.ts'
import { appsInScope } from './scope.ts'

/** What decides a sign-in: the rules of the session, and those of each authentication policy by its id. */
export interface DecidingLists {
  session: RuleList
  byPolicy: ReadonlyMap<string, RuleList>
}

const withoutRules = (type: RuleList['type']): RuleList => ({ type, rules: [] })

/** @param withApps whether applications have policies of their own */
export function decidingLists(set: PolicySet, withApps: boolean): DecidingLists {
  const lists = ruleListsOf(set, withApps ? ['SVC_SIGN_ON', 'ACCESS_POLICY'] : ['SVC_SIGN_ON'])
  const ofApps = lists.filter(({ type }) => type === 'ACCESS_POLICY')
  return {
    session: lists.find(({ type }) => type === 'SVC_SIGN_ON') ?? withoutRules('SVC_SIGN_ON'),
    byPolicy: new Map(ofApps.flatMap((list) => (list.rules[0] ? [[list.rules[0].policy.id, list]] : []))),
  }
}

/** Applications that the same rules decide for, in the same way. */
interface AppGroup {
  apps: readonly ApplicationRecord[] | null
  /** Null where the session alone decides. */
  list: RuleList | null
}

/** Where nothing but the session is asked about. */
export const SESSION_ALONE: AppGroup = { apps: null, list: null }

/** Groups applications by what decides for them. WHY those that a condition names stand alone: their policy may tell them apart. */
export function appGrouping(
  { applications }: PolicySet,
  compiled: CompiledSet,
  lists: DecidingLists,
): (app: NonNullable<InvariantWrite['app']>) => AppGroup[] {
  const { byKey, rest } = compiled.typeOf('ACCESS_POLICY')
  const isToldApart = toldApart(lists)
  return (app) => {
    const placed = appsInScope(app, applications).map((each) => {
      const policyId = (byKey.get(each.id) ?? rest).policies[0]?.record.id ?? ''
      return { each, policyId, key: `${policyId} ${isToldApart(each) ? each.id : ''}` }
    })
    return [...Map.groupBy(placed, ({ key }) => key).values()].map((some) => ({
      apps: some.map(({ each }) => each),
      list: lists.byPolicy.get(some[0]?.policyId ?? '') ?? withoutRules('ACCESS_POLICY'),
    }))
  }
}

/** Whether some condition names an application, or its kind. */
function toldApart({ session, byPolicy }: DecidingLists): (app: ApplicationRecord) => boolean {
  const facts = factsIn([session, ...byPolicy.values()].flatMap(({ rules }) => rules.map(({ matches }) => matches)))
  const valuesOf = (subject: string) =>
    new Set(
      [...facts.values()].flatMap(({ about }) =>
        about.kind === 'is' && about.subject === subject ? [about.value] : [],
      ),
    )
  const [ids, names] = [valuesOf(SUBJECTS.app), valuesOf(SUBJECTS.appName)]
  return ({ id, name }) => ids.has(JSON.stringify(id)) || names.has(JSON.stringify(name))
}
