import { kindCalled, KINDS, uiPathOf, type KindName } from '#contract/kinds.ts'
import type { Direction, ObjectDifferenceView, OrderDifferenceView } from '#contract/gatehouse/comparison.ts'
import type { Preference, PullSummary } from '#contract/gatehouse/pull.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { count, counted } from '#ui/lib/numbers.ts'
import { kindTitle } from '#ui/resource/plan/step-text.ts'

/** A short time: "12 ms", "3.2 s", "2 min 5 s". */
export function msText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`
}

/** By how much the clock of the other side differs. */
export function clockText(differenceMs: number | null): string {
  if (differenceMs === null) return 'Not known'
  // It is known to the second: less than that is no difference.
  if (Math.abs(differenceMs) < 1_000) return 'The same as here'
  return `${msText(Math.abs(differenceMs))} ${differenceMs > 0 ? 'ahead of' : 'behind'} this one`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A kind that the contract has: "API tokens"; others by their names. */
export const otherKindTitle = (kind: string): string =>
  kind in KINDS ? capital(KINDS[kind as KindName].plural) : (kindCalled('targetType', kind) ?? kind)

/** Where an object of this workspace is shown; null where it is not there, or has no page. */
export function localPath({ kind, ours }: Pick<ObjectDifferenceView, 'kind' | 'ours'>): string | null {
  return ours && kind in KINDS ? uiPathOf(kind as KindName, ours.id) : null
}

/** In what an object differs. @param remote the name of the other side */
export function differenceText({ ours, theirs, fields }: ObjectDifferenceView, remote: string): string {
  if (!theirs) return 'Only in this workspace'
  if (!ours) return `Only in ${remote}`
  return counted(fields.length, 'field')
}

/** Whether a field of a conflict was nothing before, because both sides made its object; null would be an object without the field. */
export const isWithoutBase = ({ direction, base }: ObjectDifferenceView['fields'][number]): boolean =>
  direction === 'conflict' && base === undefined

/** What both sides have changed of an object. @param remote the name of the other side */
export function conflictText({ ours, theirs, fields }: ObjectDifferenceView, remote: string): string {
  if (!theirs) return `Deleted at ${remote}, changed here`
  if (!ours) return `Deleted here, changed at ${remote}`
  if (fields.every(isWithoutBase)) return 'Created on both sides'
  const open = fields.filter(({ direction }) => direction === 'conflict')
  const [only] = open
  return open.length === 1 && only?.path ? only.path : counted(open.length, 'field')
}

/** A list whose order differs, as a heading: "Rules of Contractors". */
export const orderTitle = ({ kind, parent, list }: OrderDifferenceView): string =>
  [kindTitle(kind), parent ? ` of ${parent}` : '', list ? ` · ${list}` : ''].join('')

type OrderedList = Pick<OrderDifferenceView, 'list' | 'parentId'>
const ofParent =
  (path: (parentId: string) => string) =>
  ({ parentId }: OrderedList) =>
    parentId === null ? null : path(parentId)

/** Where the lists that have an order are shown in this workspace. */
const ORDER_PATHS: Readonly<Partial<Record<SyncKind, (order: OrderedList) => string | null>>> = {
  policy: ({ list }) => PATHS.policies(list as PolicyType),
  rule: ofParent(PATHS.policy),
  serverPolicy: ofParent(PATHS.serverPolicies),
  serverRule: ofParent(PATHS.policy),
  appGroup: ofParent((appId) => `${uiPathOf('app', appId)}?tab=assignments`),
}

/** Where a list whose order differs is shown in this workspace; null where it has no page. */
export const orderPath = (order: OrderedList & Pick<OrderDifferenceView, 'kind'>): string | null =>
  ORDER_PATHS[order.kind]?.(order) ?? null

/** What has happened to an object, and where. */
export function directionText({ direction, ours, theirs }: ObjectDifferenceView): string {
  if (ours && theirs) return DIRECTION_LABELS[direction]
  if (direction === 'incoming') return theirs ? 'Created there' : 'Deleted there'
  if (direction === 'outgoing') return ours ? 'Created here' : 'Deleted here'
  return DIRECTION_LABELS[direction]
}

/** On which side something changed. */
export const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  incoming: 'Changed there',
  outgoing: 'Changed here',
  both: 'On each side, in other fields',
  conflict: 'Changed on both sides',
  unknown: 'Not known where',
}

/** What the sides are called, in columns and choices alike. @param remote the name of the other side */
export const sideNames = (remote: string): Readonly<Record<Preference, string>> => ({
  remote,
  workspace: 'This workspace',
})

/** What becomes of what both sides have changed. @param remote the name of the other side */
export const conflictChoices = (remote: string) =>
  ({
    open: { label: 'Leave it as a conflict', help: 'It stays as it is here, until it is decided in the differences.' },
    remote: { label: `${sideNames(remote).remote} wins`, help: 'What is here is replaced.' },
    workspace: { label: `${sideNames(remote).workspace} wins`, help: 'It stays as it is here.' },
  }) as const

/** What a pull counts of each kind. */
export const WRITTEN = ['created', 'changed', 'removed', 'moved'] as const

/** How much a pull has written: "12 created, 3 changed, 1 removed". */
export function writtenText(counts: PullSummary['counts']): string {
  const parts = WRITTEN.flatMap((what) => {
    const amount = counts.reduce((sum, one) => sum + (one[what] ?? 0), 0)
    return amount ? [`${count(amount)} ${what}`] : []
  })
  return parts.join(', ') || 'nothing had to be changed'
}

interface Since {
  pulledAt: string | null
  appliedAt: string | null
}

/** What has changed since a comparison what differs: "Compared before …"; null: nothing that is known. */
export function outdatedBy(comparedAt: string, { pulledAt, appliedAt }: Since): string | null {
  const isSince = (time: string | null) => time !== null && Date.parse(time) > Date.parse(comparedAt)
  if (isSince(pulledAt)) return 'the last pull'
  return isSince(appliedAt) ? 'a plan was applied' : null
}
