import { z } from 'zod'
import { idSchema } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { signInSituationSchema } from '#contract/policy/simulation.ts'
import { ROUTES } from '#contract/routes/index.ts'
import type { SignInMatrix } from '#contract/gatehouse/sign-in-matrix.ts'
import type { ServiceCaller } from '../service-client.ts'
import { countBy, tool } from '../tool.ts'

const { type, policyId } = ROUTES.listPolicyAudiences.query.shape
const ANSWERS = ['YES', 'NO', 'DEPENDS'] as const

const input = z.strictObject({
  appInstance: idSchema.meta({ description: 'Id of the application' }),
  answer: z.enum(ANSWERS).optional().meta({ description: 'Only people of whom this is the answer' }),
  policyContext: signInSituationSchema
    .optional()
    .meta({ description: 'What is known of the sign-ins, such as an address; absent: nothing' }),
})
type Input = z.input<typeof input>

/** People with their answers, of the rows of one application. */
const answered = ({ rows, answers }: SignInMatrix) =>
  rows.flatMap(({ person, cells: [cell] }) => {
    const answer = typeof cell === 'number' ? answers[cell] : undefined
    return answer ? [{ ...person, answer: answer.answer, text: answer.text }] : []
  })

/** A page of the people who have an application, with what a sign-in of each comes to. */
async function pageOf(service: ServiceCaller, { appInstance, policyContext }: Input, after: string | null) {
  const query = { limit: LIMITS.matrixPeople, after: after ?? undefined }
  const { items, next } = await service.page('listAppUsers', { params: { appId: appInstance }, query })
  if (items.length === 0) return { people: [], next }
  const body = { people: items.map(({ id }) => id), apps: [appInstance], policyContext: policyContext ?? {} }
  return { people: answered(await service.call('simulateMany', { body })), next }
}

/** Counts the people by their answers, as far as it goes. */
async function countsOf(service: ServiceCaller, given: Input) {
  const people = []
  let after: string | null = null
  for (let pages = 0; pages < LIMITS.assistantPeoplePages; pages++) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(service, given, after)
    people.push(...page.people)
    after = page.next
    if (after === null) break
  }
  const by = countBy(people, ({ answer }) => answer)
  const counted = Object.fromEntries(ANSWERS.map((answer) => [answer, by[answer] ?? 0]))
  return {
    assigned: after === null ? people.length : `more than ${people.length}, of whom these are counted`,
    ...counted,
  }
}

/** Whom policies and applications are for. */
export const audienceTools = [
  tool({
    name: 'who_can_open',
    title: 'Who can open an application',
    description: `Counts the people to whom an application is assigned by whether they get in (YES, NO, DEPENDS), and lists each with the reason. The first ${LIMITS.matrixPeople * LIMITS.assistantPeoplePages} people are counted, and all are listed.`,
    needs: ['listAppUsers', 'simulateMany'],
    input,
    async answer({ input: { answer }, given, place, service }) {
      const counts = place.counts['assigned'] === undefined ? await countsOf(service, given) : place.counts
      const { people, next } = await pageOf(service, given, place.after)
      return { counts, rows: answer ? people.filter((person) => person.answer === answer) : people, next }
    },
  }),
  tool({
    name: 'policy_audience',
    title: 'Whom policies reach',
    description:
      'Says for each policy of a type how many people it reaches, through which groups or applications, and what it names that no longer exists.',
    needs: ['listPolicyAudiences', 'listPolicies'],
    input: z.strictObject({ type, policyId }),
    async answer({ given, service }) {
      const audiences = await service.call('listPolicyAudiences', {
        query: { type: given.type, policyId: given.policyId },
      })
      const { items } = await service.page('listPolicies', {
        query: { type: given.type, limit: LIMITS.page.policies.max },
      })
      const nameOf = new Map(items.map(({ id, name }) => [id, name]))
      const rows = audiences.map(({ policyId: id, ...audience }) => ({ id, name: nameOf.get(id), ...audience }))
      return { counts: { policies: rows.length }, rows }
    },
  }),
]
