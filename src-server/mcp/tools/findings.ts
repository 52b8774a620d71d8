import { z } from 'zod'
import { countBy, tool } from '../tool.ts'

/** What is wrong with policies and rules. */
export const findingsTool = tool({
  name: 'findings',
  title: 'What needs attention',
  description:
    'Lists findings: rules that never apply, that reach no one, or could be left out, that let everyone in with one factor, forgotten exemptions, references to what no longer exists, failing hooks and backups.',
  needs: ['listFindings'],
  input: z.strictObject({}),
  async answer({ service }) {
    const rows = await service.call('listFindings')
    return { counts: { findings: rows.length, ...countBy(rows, ({ kind }) => kind) }, rows }
  },
})
