import { createHash } from 'node:crypto'
import { systemContext } from '#audit-log/request-context.ts'
import type { InvariantRepair, InvariantRepairs } from '#contract/gatehouse/invariant-repair.ts'
import type { Invariant } from '#contract/gatehouse/invariant.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { inProcessTrier } from '#http/in-process-caller.ts'
import { findDraft } from '#operations/drafts/drafts.ts'
import { listInvariants } from '#operations/invariants/invariants.ts'
import { assertRuleUnchanged } from '#operations/policies/unchanged-rule.ts'
import type { Service } from '#operations/service/service.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { equip } from './closed-drafts.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { say, UsageError } from './command.ts'
import { withCopiedWorkspace } from './copied-workspace.ts'
import { fileOf } from './data-file.ts'

interface Values {
  draft?: string
  apply?: string
  json?: boolean
}

/**
 * Prints what would make an invariant hold, or makes it in a draft.
 * @returns the status to end with: 0 where the invariant holds, or is repaired, else 2
 * @throws UsageError, UserFacingError, ApiError
 */
export async function repair(data: string, { draft, apply, json = false }: Values, name: string): Promise<number> {
  if (apply === undefined)
    return withCopiedWorkspace(await fileOf(data, draft), async (service) => {
      const found = await repairsOf(service, await requireNamed(service, name))
      if (json) say(JSON.stringify({ ...found, repairs: found.repairs.map((one) => ({ code: codeOf(one), ...one })) }))
      else show(found)
      return found.state === 'HOLDS' ? 0 : 2
    })
  if (draft === undefined)
    throw new UsageError('invariants repair takes --apply with --draft: a draft is reviewed first.')
  if (!CODE.test(apply)) throw new UsageError(`--apply takes the code of a change, not “${apply}”.`)
  return withClosedWorkspace(data, 'A repair is made in a draft of a closed workspace.', async (service) => {
    equip(service)
    const { id } = await findDraft(service.reader, draft)
    return (service.drafts.host as NonNullable<Service['drafts']['host']>).use(id, (of) =>
      applied(of, { name, code: apply, json }),
    )
  })
}

async function requireNamed({ reader }: Service, name: string): Promise<Invariant> {
  const found = (await listInvariants(reader)).find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new UserFacingError(`There is no invariant “${name}”.`)
  return found
}

const repairsOf = (service: Service, { id }: Invariant): Promise<InvariantRepairs> =>
  inProcessTrier(service).call('repairInvariant', { body: { id } })

const CODE_LENGTH = 8
const CODE = new RegExp(`^[0-9a-f]{${CODE_LENGTH}}$`)

/** WHY no number: repairs are looked for again when one is made, and others may be found, or in another order. */
const codeOf = ({ steps }: InvariantRepair): string =>
  createHash('sha256').update(canonical(steps)).digest('hex').slice(0, CODE_LENGTH)

const changed = ({ changes }: InvariantRepair) => changes.join('; then: ')

function show({ text, repairs }: InvariantRepairs): void {
  say(plainLine(text))
  for (const one of repairs) {
    say(plainLine(`${codeOf(one)}  ${changed(one)}`))
    say(plainLine(`          ${effectOf(one)}`))
  }
}

/** "3 people are affected, of whom 1 loses access. Breaks “Staff get in”." */
function effectOf({ affected, losing, breaks, mends }: InvariantRepair): string {
  const who =
    affected === 0
      ? 'No person is affected'
      : affected === 1
        ? '1 person is affected'
        : `${affected} people are affected`
  const lost = losing === 0 ? '' : `, of whom ${losing} ${losing === 1 ? 'loses' : 'lose'} access`
  const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')
  return [
    `${who}${lost}.`,
    ...(breaks.length > 0 ? [`Breaks ${quoted(breaks)}.`] : []),
    ...(mends.length > 0 ? [`Makes ${quoted(mends)} hold too.`] : []),
  ].join(' ')
}

/** Makes one repair in a draft, all of it or nothing. */
async function applied(
  draft: Service,
  { name, code, json }: { name: string; code: string; json: boolean },
): Promise<number> {
  const { state, text, repairs } = await repairsOf(draft, await requireNamed(draft, name))
  if (repairs.length === 0) {
    say(json ? JSON.stringify({ state, applied: null }) : plainLine(text))
    return state === 'HOLDS' ? 0 : 2
  }
  const chosen = repairs.find((one) => codeOf(one) === code)
  if (!chosen)
    throw new UserFacingError(
      `No change that makes it hold now has the code ${code}. Print the changes again and choose one.`,
    )
  const { writer } = draft.own
  if (!writer) throw new Error('the draft cannot write itself')
  await draft.write(systemContext(), async (tx) => {
    for (const { operation, params, query, body, replaces } of chosen.steps) {
      const { policyId = '', ruleId = '' } = params
      if (replaces) await assertRuleUnchanged(tx, { policyId, ruleId }, replaces)
      await writer.write(tx, operation, { params, query, body })
    }
  })
  if (json) say(JSON.stringify({ state, applied: chosen }))
  else say(plainLine(`Made in the draft: ${changed(chosen)}.`))
  return 0
}
