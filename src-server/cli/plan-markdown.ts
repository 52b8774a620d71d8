import { impactWords, placesOfEffect, situationWords } from '#contract/gatehouse/impact-text.ts'
import type { SituationImpact } from '#contract/gatehouse/situation-impact.ts'
import { capital } from '#contract/interface/sentence.ts'
import type { PlanTrialView, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { PLAN_ACTS, type PlanAct } from '#contract/sync/plan-acts.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { StoredEffect } from '#db/tables/sync-plans.ts'
import { presentEffect } from '#operations/connections/plans.ts'
import { plainLine } from '#verifier/plain-line.ts'
import type { MadePlan, PlannedStep } from './made-plan.ts'
import { countedSteps, dangerOf } from './show-plan.ts'

/** A comment on GitHub has up to 65,536 characters; what else is said in it has the rest. */
const LONGEST = 60_000
const LONGEST_NAME = 200
/** So much is left for the details of changed fields, however many steps there are. */
const ROOM_OF_STEPS = 40_000
const ROOM_OF_REFUSALS = 10_000
const ROOM_OF_EFFECTS = 4_000

/**
 * A plan as Markdown for a comment on a pull request. What sides hold is in code spans alone, which show it letter by letter on every service: it is
 * no link and no markup there, and mentions no one.
 */
export function planMarkdown({ plan, steps }: MadePlan): string {
  const { summary, connectionName, digest, source } = plan
  const { counts, conflicts, conflicting = [], needsConfirmation, trial } = summary
  const effect = presentEffect(plan.effect)
  const left = [
    ...summary.refused.map(({ kind, name, reason }) => `${SYNCED_KINDS[kind].singular} ${code(name)}: ${code(reason)}`),
    ...summary.unread.map(({ kind, reason }) => `${SYNCED_KINDS[kind].plural}: ${code(reason)}`),
  ]
  const parts = [
    `## Plan for ${code(connectionName)}${source ? ` as ${code(source.name)}` : ''}: ${countedSteps(counts)}`,
    ...(needsConfirmation
      ? [`**It ${dangerOf(plan)}.** To apply it, the name of the connection has to be given.`]
      : []),
    ...(trial ? trialParts(trial) : []),
    ...(conflicts > 0 ? [`**Conflicts: ${conflicts}.** Both sides have changed the same; that stays as it is.`] : []),
    ...(conflicting.length > 0 ? [listOf(conflicting.map(conflictItem), ROOM_OF_REFUSALS)] : []),
    ...(steps.length > 0 ? [countsTable(counts)] : []),
    ...section('### Whom it affects', [...effectItems(effect), ...wholeItems(effect)], ROOM_OF_EFFECTS),
    ...section('### Not brought there', left, ROOM_OF_REFUSALS),
    ...stepSections(steps),
  ]
  const foot = `Digest ${code(digest)}`
  const room = LONGEST - lengthOf([...parts, foot])
  return `${[...parts, ...detailSections(steps, room), foot].join('\n\n')}\n`
}

/** What has come of trying it on a twin. */
const trialParts = ({ problem, unlike }: PlanTrialView): string[] => [
  problem === null
    ? 'Tried on a twin of the remote: it would not be refused.'
    : `**Tried on a twin of the remote, it would be refused:** ${code(problem)}`,
  ...(unlike.length > 0
    ? [
        listOf(
          unlike.map((one) => `The twin: ${code(one)}`),
          ROOM_OF_REFUSALS,
        ),
      ]
    : []),
]

function conflictItem({ kind, isList, name, parent }: SyncPlanView['conflicting'][number]): string {
  const { singular, plural } = SYNCED_KINDS[kind]
  return `${isList ? `order of ${plural}` : `${singular} ${code(name)}`}${parent === null ? '' : ` of ${code(parent)}`}`
}

const lengthOf = (parts: readonly string[]) => parts.reduce((sum, part) => sum + part.length + 2, 0)

function countsTable(counts: MadePlan['plan']['summary']['counts']): string {
  const countOf = (kind: SyncKind, act: PlanAct) =>
    counts.find((one) => one.kind === kind && one.act === act)?.count ?? ''
  const kinds = SYNC_KINDS.filter((kind) => counts.some((one) => one.kind === kind))
  return [
    `| | ${PLAN_ACTS.join(' | ')} |`,
    `| --- |${PLAN_ACTS.map(() => ' ---: |').join('')}`,
    ...kinds.map(
      (kind) => `| ${SYNCED_KINDS[kind].plural} | ${PLAN_ACTS.map((act) => countOf(kind, act)).join(' | ')} |`,
    ),
  ].join('\n')
}

/** What must not be overlooked comes first, in case not all have room. */
const BY_WEIGHT: readonly PlanAct[] = ['remove', 'change', 'create', 'order']

function byKind(steps: readonly PlannedStep[]): [SyncKind, PlannedStep[]][] {
  return SYNC_KINDS.flatMap((kind) => {
    const ofKind = steps.filter((step) => step.kind === kind)
    const sorted = ofKind.toSorted((a, b) => BY_WEIGHT.indexOf(a.act) - BY_WEIGHT.indexOf(b.act))
    return ofKind.length > 0 ? [[kind, sorted] as [SyncKind, PlannedStep[]]] : []
  })
}

/** Each kind has an equal part of the room that those before it have left. */
function shared<T>(groups: readonly T[], room: number, write: (group: T, room: number) => string[]): string[] {
  let rest = room
  return groups.flatMap((group, at) => {
    const parts = write(group, Math.floor(rest / (groups.length - at)))
    rest -= lengthOf(parts)
    return parts
  })
}

const stepSections = (steps: readonly PlannedStep[]): string[] =>
  shared(byKind(steps), ROOM_OF_STEPS, ([kind, ofKind], room) =>
    section(`### ${capital(SYNCED_KINDS[kind].plural)}`, ofKind.map(stepItem), room),
  )

/** Of the line that says how many are not shown. */
const ROOM_OF_MORE = 80

/** A heading and a list, as far as it has room; nothing where there is nothing to be listed. */
function section(heading: string, items: readonly string[], room: number): string[] {
  return items.length === 0 ? [] : [heading, listOf(items, room - heading.length)]
}

function listOf(items: readonly string[], room: number): string {
  const lines: string[] = []
  let rest = room
  for (const [at, item] of items.entries()) {
    const line = `- ${item}`
    rest -= line.length + 1
    if (rest < (at === items.length - 1 ? 0 : ROOM_OF_MORE)) break
    lines.push(line)
  }
  const more = items.length - lines.length
  return [...lines, ...(more > 0 ? [`- … and ${more} more, which the plan itself has`] : [])].join('\n')
}

function stepItem({ act, name, parent, notes, secrets, order, ...step }: PlannedStep): string {
  const of = parent === null ? '' : ` of ${code(parent)}`
  const needs = secrets.map(({ path, label }) => `Needs a secret: ${code(label)}, ${code(path)}`)
  const said = [...notes, ...needs, ...effectItems(step)].map((note) => `\n  - ${note}`).join('')
  return order ? `${act} of ${code(parent ?? name)}${said}` : `${act} ${code(name)}${of}${said}`
}

/** Whom a step or the plan affects, without who they are: a comment has many readers. */
function effectItems({ effect, effectProblem }: StoredEffect): string[] {
  return [
    ...(effect?.effects ?? []).map((one) => {
      const { names, hasMore } = placesOfEffect(one)
      return `**${impactWords(one)}**: ${names.map(code).join(', ')}${hasMore ? ' and more' : ''}`
    }),
    ...(effect && effect.affected === 0 ? ['By policies, no one is affected.'] : []),
    ...(effect?.notes ?? []).map(code),
    ...(effectProblem === null ? [] : [`Not known: ${code(effectProblem)}`]),
  ]
}

/** What is said of the plan as a whole beside it. */
function wholeItems({ effect }: StoredEffect): string[] {
  return [
    ...(effect?.situations?.effects ?? []).map(situationItem),
    ...(effect?.invariants?.breaks ?? []).map(({ name }) => `**Breaks the invariant** ${code(name)}`),
    ...(effect?.invariants?.notDecided ?? []).map(
      (name) => `**May break the invariant**, not decided in time: ${code(name)}`,
    ),
    ...(effect?.rules ?? []).map(code),
  ]
}

/** So many situations of an effect are named. */
const SITUATIONS = 3

function situationItem({ cases, ...effect }: SituationImpact['effects'][number]): string {
  const texts = [...new Set(cases.flatMap(({ situations }) => situations))]
  const more = texts.length > SITUATIONS || cases.some(({ moreSituations }) => moreSituations > 0) ? ' and others' : ''
  const where = texts.length > 0 ? `${texts.slice(0, SITUATIONS).map(code).join(', ')}${more}` : 'every one'
  return `In situations, **${situationWords(effect)}**, ${effect.always} of them always: ${where}`
}

/** What changes in which fields, and lists in their new order: collapsed, since it is long. */
function detailSections(steps: readonly PlannedStep[], room: number): string[] {
  const changing = byKind(steps.filter(({ act }) => act === 'change' || act === 'order'))
  return shared(changing, room, ([kind, ofKind], own) => {
    const { plural } = SYNCED_KINDS[kind]
    const open = `<details><summary>What changes in ${plural} (${ofKind.length})</summary>`
    const close = '</details>'
    const left = own - lengthOf([open, close])
    return left < LEAST_DETAILS ? [] : [open, listOf(ofKind.flatMap(detailItems), left), close]
  })
}

/** Less room is not worth a block of its own. */
const LEAST_DETAILS = 500

function detailItems({ name, parent, fields, order }: PlannedStep): string[] {
  if (order) return [`${code(parent ?? name)}: ${value(order.before)} → ${value(order.after)}`]
  return fields.map(({ path, before, after }) => `${code(name)}, ${code(path)}: ${value(before)} → ${value(after)}`)
}

const value = (content: unknown) => code(JSON.stringify(content))

/** Text as a code span: fenced by more backticks than it has in a row, so that it cannot end it, and on one line. */
function code(text: string): string {
  const letters = [...plainLine(text)]
  const line = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : letters.join('')
  if (line.trim() === '') return '(no name)'
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 || line !== line.trim() ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}
