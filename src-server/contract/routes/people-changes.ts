import { z } from 'zod'
import { peopleChangeSchema, peopleChangeWriteSchema } from '../directory/people-change.ts'
import { collection } from '../interface/collection.ts'
import { defineRoute } from '../interface/route.ts'

const changes = collection('peopleChange', {
  tag: 'Changes of people',
  noun: 'a change of people',
  read: peopleChangeSchema,
  write: peopleChangeWriteSchema,
  created: 200,
})

/** The same done to many people, as a job. */
export const peopleChangeRoutes = {
  createPeopleChange: defineRoute({
    ...changes.create,
    summary: 'Change many people at once',
    description:
      'A job: the people are those of `ids`, or those whom `search` finds when it begins. Each is changed by itself, with an event of their own; those who cannot be are counted with the reason, and do not hold up the others. Of a search that finds another number than `expected` nothing is changed.',
    errors: ['E0000031', 'E0000047'],
  }),
  listPeopleChanges: defineRoute({ ...changes.list, summary: 'List changes of people, the newest first' }),
  getPeopleChange: defineRoute({ ...changes.get, summary: 'Read the result of a change of people' }),
  undoPeopleChange: defineRoute({
    ...changes.managing,
    method: 'POST',
    path: `${changes.one}/undo`,
    summary: 'Undo a change of people',
    description:
      'A job, for statuses and memberships. Each person becomes what they were before, except those whom somebody changed since.',
    params: changes.params,
    responses: { 200: peopleChangeSchema },
    errors: ['E0000047', 'E0000107'],
  }),
  countPeople: defineRoute({
    ...changes.reading,
    isLimitedByHandler: true,
    method: 'GET',
    path: '/gatehouse/v1/directory/people/count',
    summary: 'Count the people who match an expression',
    query: z.object({ search: z.string().min(1) }),
    responses: { 200: z.object({ count: z.int() }).meta({ id: 'PeopleCount' }) },
    errors: ['E0000031'],
  }),
}
