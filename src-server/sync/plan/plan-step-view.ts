import { buildPath } from '#contract/interface/request-path.ts'
import type { PlanStepView } from '#contract/gatehouse/sync-plan.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES } from '#contract/routes/index.ts'
import type { ObjectStep, OrderStep, PlanStep, PlanTerms } from '#contract/sync/plan-step.ts'
import { valueAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { neededSecrets, notesOf } from '#contract/sync/needed-secrets.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { WriteCall } from '#contract/sync/writing.ts'
import { termsOf } from '../compare/compare-snapshots.ts'
import { stepOf } from '../deciding/steps.ts'
import { mapsOf } from './plan-terms.ts'
import { shownBody, withoutState } from './without-state.ts'

type View = Omit<PlanStepView, 'number' | 'state' | 'effect' | 'effectProblem'>

/** A step for pages and scripts, as far as it says that itself. @param given the paths of secrets that were given for it, once it is done */
export function planStepView(planned: PlanStep, terms: PlanTerms, given: readonly string[] = []): View {
  const step = given.length > 0 ? withGiven(planned, given) : planned
  const { act, kind, name, parent, notes } = step
  const about = { act, kind, name, parent, notes: [...notes], secrets: [...neededSecrets(step)] }
  if (step.act === 'order') return { ...about, ...orderView(step) }
  return {
    ...about,
    difference: step.difference,
    fields: fieldsOf(step),
    order: null,
    requests: requestsOf(step, terms),
  }
}

/** A step of which some secrets are known: no note asks for those. */
export function withGiven(step: PlanStep, given: readonly string[]): PlanStep {
  if (step.act === 'order') return step
  const known = { ...step, brings: [...(step.brings ?? []), ...given] }
  return { ...known, notes: notesOf(known) }
}

const orderView = ({ before, wanted }: OrderStep) => ({
  ...{ difference: null, fields: [], requests: [] },
  order: { before: before.map(({ name }) => name), after: wanted.map(({ name }) => name) },
})

/** What a step changes: the fields that it takes over, or all of what is made or taken away. */
function fieldsOf({ act, source, before, paths }: ObjectStep): View['fields'] {
  if (act === 'change')
    return paths.map((path) => ({
      path,
      before: valueAt(before?.body, path) ?? null,
      after: valueAt(source?.body, path) ?? null,
    }))
  const object = source ?? before
  const entries = object ? Object.entries(shownBody(object)) : []
  return entries.map(([path, value]) => ({
    path,
    before: act === 'remove' ? value : null,
    after: act === 'remove' ? null : value,
  }))
}

/** The requests of a step, as far as they are known before; a parent that is not there yet is called as at the source. */
function requestsOf(step: ObjectStep, { keys, ids, appNames }: PlanTerms): View['requests'] {
  const { kind, act, name, difference: id, before, source, paths, isGiven, unlimited: isUnlimited = false } = step
  if (isGiven || (act === 'change' && !before)) return []
  const ours = mapsOf(keys)
  const within = SYNCED_KINDS[kind].source.within?.kind
  if (within && source?.parent) noteUnmade(ours, within, source.parent)
  const pairing = { ours, ids: mapsOf(ids), ambiguous: [] }
  const find = (of: SyncKind, appId: string) => (of === 'app' ? { name: appNames[appId] ?? '' } : undefined)
  const planned = stepOf(
    { id, kind, name, ours: before, theirs: source && act === 'create' ? withoutState(source) : source },
    { act, taken: paths.map((path) => ({ path })), isUnlimited },
    { pairing, terms: termsOf(pairing), side: { address: '', find } },
  )
  const { calls = [], lifting = null } = planned ?? {}
  return [...calls, ...(lifting ? [lifting.takeAway, lifting.giveAgain] : [])].map(requestOf)
}

function noteUnmade(keys: ReadonlyMap<SyncKind, Map<string, string>>, kind: SyncKind, key: string): void {
  const known = keys.get(kind)
  if (known && !known.has(key)) known.set(key, key)
}

function requestOf({ operation, params = {} }: WriteCall): View['requests'][number] {
  const { method, path } = ROUTES[operation] as unknown as Route
  // What is not known yet stands as the placeholder.
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
  const known = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => (name in given ? placeholder : `:${name}`))
  return { operation, method, path: buildPath(known, given) }
}
