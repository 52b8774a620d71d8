import { z } from 'zod'
import { ROUTES } from '#contract/routes/index.ts'
import { idSchema } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { tool } from '../tool.ts'

const { q, kind } = ROUTES.searchObjects.query.shape

/** What there is, and where it is named. */
export const findTools = [
  tool({
    name: 'describe_workspace',
    title: 'Describe the workspace',
    description: 'Counts people, groups, applications, policies, rules, zones and events, and names the organization.',
    needs: ['getWorkspace'],
    input: z.strictObject({}),
    async answer({ service }) {
      const { counts, organization, engine, vocabulary, draft, sampleLoaded } = await service.call('getWorkspace')
      const { policies, ...others } = counts
      return { counts: { ...others, ...policies }, facts: { organization, engine, vocabulary, draft, sampleLoaded } }
    },
  }),
  tool({
    name: 'find',
    title: 'Find objects by name',
    description:
      'Finds people, groups, applications, policies, rules, zones and other objects by words of their names, best first, and gives their ids. Start here: other tools take ids.',
    needs: ['searchObjects'],
    input: z.strictObject({ q, kind }),
    async answer({ given, place, service }) {
      const query = { q: given.q, kind: given.kind, limit: LIMITS.page.search.max, after: place.after ?? undefined }
      const { items, next } = await service.page('searchObjects', { query })
      const counts = { found: next === null ? items.length : `more than ${items.length}` }
      return { rows: items, next, ...(place.after === null ? { counts } : {}) }
    },
  }),
  tool({
    name: 'references',
    title: 'Where an object is named',
    description:
      'Lists the policies and rules that name a group, person, zone, application, behavior, device assurance, identity provider or authenticator.',
    needs: ['listReferences'],
    input: z.strictObject({ id: idSchema }),
    async answer({ input, service }) {
      const rows = await service.call('listReferences', { params: { id: input.id } })
      const policies = new Set(rows.map(({ policyId }) => policyId)).size
      return { counts: { references: rows.length, policies }, rows }
    },
  }),
]
