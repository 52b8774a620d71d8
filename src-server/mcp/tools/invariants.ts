import { z } from 'zod'
import type { InvariantRepair } from '#contract/gatehouse/invariant-repair.ts'
import { idSchema } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Found } from '../answer.ts'
import type { ServiceCaller } from '../service-client.ts'
import { tool } from '../tool.ts'
import { estimateTokens } from '../tokens.ts'

/** Steps of more tokens are left out of a row: what is shortened would be another change. */
const MOST_STEPS = 1_200

/** What has to hold of every sign-in, whether it does, and what would make it so. */
export const invariantsTool = tool({
  name: 'check_invariants',
  title: 'What has to hold of every sign-in, and whether it does',
  description:
    'Lists the invariants of the workspace, such as “No one outside IT opens Payroll from an unmanaged device”, each proved over all sign-ins there could be, or with one that breaks it: of a person of today where there is one. Give `ids` for some of them. With `repairsOf`, the id of a broken one, it lists the smallest changes that make that hold instead, as steps for review_change. To see what a change would break, use review_change.',
  needs: ['checkInvariants'],
  input: z.strictObject({
    ids: z.array(idSchema).max(LIMITS.invariants).optional(),
    repairsOf: idSchema.optional(),
  }),
  async answer({ input: { ids, repairsOf }, service }) {
    if (repairsOf !== undefined) return repairsAnswer(service, repairsOf)
    const { holding, broken, open, results } = await service.call('checkInvariants', { body: { ...(ids && { ids }) } })
    const rows = results.map(({ id, name, sentence, state, text, counterexample }) => ({
      ...{ id, name, state, text },
      ...(sentence !== name && { sentence }),
      ...(counterexample?.request && { simulate: counterexample.request }),
    }))
    return { counts: { invariants: results.length, holding, broken, open }, rows }
  },
})

async function repairsAnswer(service: ServiceCaller, id: string): Promise<Found> {
  const { state, text, repairs } = await service.call('repairInvariant', { body: { id } })
  return { counts: { repairs: repairs.length }, facts: { state, text }, rows: repairs.map(rowOf), isWhole: true }
}

function rowOf({ steps, ...repair }: InvariantRepair) {
  const isShort = estimateTokens(JSON.stringify(steps)) <= MOST_STEPS
  return isShort ? { ...repair, steps } : { ...repair, note: 'The steps are too long to be given here.' }
}
