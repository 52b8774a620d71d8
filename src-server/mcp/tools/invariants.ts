import { z } from 'zod'
import type { InvariantRepair } from '#contract/gatehouse/invariant-repair.ts'
import { idSchema } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { tool } from '../tool.ts'

/** So many broken invariants are looked at for repairs, and so many repairs of each are told: each takes seconds. */
const MOST_REPAIRED = 3
const MOST_REPAIRS = 3

/** What has to hold of every sign-in, whether it does, and what would make it so. */
export const invariantsTool = tool({
  name: 'check_invariants',
  title: 'What has to hold of every sign-in, and whether it does',
  description: `Lists the invariants of the workspace, such as “No one outside IT opens Payroll from an unmanaged device”, each proved over all sign-ins there could be, or with one that breaks it: of a person of today where there is one. Give \`ids\` for some of them; with \`repairs\`, the first ${MOST_REPAIRED} that are broken come with the smallest changes that make them hold, as steps for review_change. To see what a change would break, use review_change.`,
  needs: ['checkInvariants'],
  input: z.strictObject({
    ids: z.array(idSchema).max(LIMITS.invariants).optional(),
    repairs: z.boolean().optional(),
  }),
  async answer({ input: { ids, repairs }, service }) {
    const { holding, broken, open, results } = await service.call('checkInvariants', { body: { ...(ids && { ids }) } })
    const repaired = new Map<string, readonly InvariantRepair[]>()
    const failing = repairs ? results.filter(({ state, id }) => state === 'BROKEN' && id !== null) : []
    for (const { id } of failing.slice(0, MOST_REPAIRED)) {
      const found = await service.call('repairInvariant', { body: { id: id ?? '' } })
      repaired.set(id ?? '', found.repairs.slice(0, MOST_REPAIRS))
    }
    const rows = results.map(({ id, name, sentence, state, text, counterexample }) => ({
      ...{ id, name, state, text },
      ...(sentence !== name && { sentence }),
      ...(counterexample?.request && { simulate: counterexample.request }),
      ...(id !== null && repaired.has(id) && { repairs: repaired.get(id) }),
    }))
    return { counts: { invariants: results.length, holding, broken, open }, rows }
  },
})
