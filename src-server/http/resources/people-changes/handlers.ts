import type { peopleChangeRoutes } from '#contract/routes/people-changes.ts'
import { listPeopleChanges, requirePeopleChange } from '#operations/directory/people-changes/change-views.ts'
import { createPeopleChange, undoPeopleChange } from '#operations/directory/people-changes/changes.ts'
import { countUsers } from '#operations/directory/search/search-users.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const peopleChangeHandlers: HandlerTable<typeof peopleChangeRoutes> = {
  createPeopleChange: async ({ write, reader, body }) => ({
    body: await requirePeopleChange(reader, await write((tx) => createPeopleChange(tx, body))),
  }),
  listPeopleChanges: async ({ reader }) => ({ body: await listPeopleChanges(reader) }),
  getPeopleChange: async ({ reader, params }) => ({ body: await requirePeopleChange(reader, params.peopleChangeId) }),
  undoPeopleChange: async ({ write, reader, params }) => {
    await write((tx) => undoPeopleChange(tx, params.peopleChangeId))
    return { body: await requirePeopleChange(reader, params.peopleChangeId) }
  },
  countPeople: async ({ service, query }) => ({ body: { count: await countUsers(service, query.search) } }),
}
