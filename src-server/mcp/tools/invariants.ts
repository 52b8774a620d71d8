import { z } from 'zod'
import { idSchema } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { tool } from '../tool.ts'

/** What has to hold of every sign-in, and whether it does. */
export const invariantsTool = tool({
  name: 'check_invariants',
  title: 'What has to hold of every sign-in, and whether it does',
  description:
    'Lists the invariants of the workspace, such as “No one outside IT opens Payroll from an unmanaged device”, each proved over all sign-ins there could be, or with one that breaks it: of a person of today where there is one. Give `ids` for some of them. To see what a change would break, use review_change.',
  needs: ['checkInvariants'],
  input: z.strictObject({ ids: z.array(idSchema).max(LIMITS.invariants).optional() }),
  async answer({ input: { ids }, service }) {
    const { holding, broken, open, results } = await service.call('checkInvariants', { body: { ...(ids && { ids }) } })
    const rows = results.map(({ id, name, sentence, state, text, counterexample }) => ({
      ...{ id, name, state, text },
      ...(sentence !== name && { sentence }),
      ...(counterexample?.request && { simulate: counterexample.request }),
    }))
    return { counts: { invariants: results.length, holding, broken, open }, rows }
  },
})
