import type { Body } from '#contract/sync/definition.ts'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { applyStep } from '#sync/apply/apply-step.ts'
import type { PlanTarget } from '#sync/apply/plan-target.ts'
import { TargetNames } from '#sync/apply/target-names.ts'
import { TargetReader } from '#sync/apply/target-reader.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { makePlan, type Plan } from '#sync/plan/make-plan.ts'
import { sidesOfPush } from '#sync/plan/mirror.ts'
import type { Base } from '#sync/pull/base.ts'
import { winnerBy } from '#sync/deciding/decide.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { LENIENT, type LooseInput } from '../client.ts'
import type { TestServer } from '../server.ts'
import { httpCaller } from './http-caller.ts'

/** What makes one service be as another. */
export async function planFor(
  here: TestServer,
  remote: TestServer,
  base: Base | null,
  request: PullRequest = {},
): Promise<Plan> {
  const [ours, theirs] = [await readSide(httpCaller(here)), await readSide(httpCaller(remote))]
  const comparison = compareSnapshots({ ours, theirs, base: base ?? undefined, given: base?.pairs })
  return makePlan(sidesOfPush({ ours, theirs, base, comparison, winner: winnerBy(request, base ? null : 'workspace') }))
}

/** A service as the target of a plan. */
export function targetOf(remote: TestServer): PlanTarget {
  type Send = (id: string, input: LooseInput) => Promise<{ body: unknown }>
  const send = remote.client.call as unknown as Send
  return {
    ...{ name: 'Remote', address: remote.url, reader: httpCaller(remote) },
    write: async ({ operation, ...parts }) =>
      ((await send(operation, { ...parts, headers: LENIENT } as LooseInput)).body ?? null) as Body | null,
  }
}

/** Carries out all steps of a plan. */
export async function applyAll({ steps, terms }: Plan, target: PlanTarget): Promise<void> {
  const names = new TargetNames(terms)
  const reader = new TargetReader(target.reader, undefined)
  for (const step of steps)
    await applyStep(step, false, { target, reader, names, signal: undefined, onWriting: () => Promise.resolve() })
}
