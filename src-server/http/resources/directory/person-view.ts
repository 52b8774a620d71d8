import type { personViewRoutes } from '#contract/routes/person-view.ts'
import { listApplications, listMemberships } from '#operations/directory/person-view.ts'
import { listSignInAnswers } from '#operations/simulation/sign-in-answers.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { userOf } from './one-user.ts'

export const personViewHandlers: HandlerTable<typeof personViewRoutes> = {
  listUserMemberships: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    const { items, next } = await listMemberships(input.reader, id, input.query)
    return { body: items, next }
  },
  listUserApplications: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    const { items, next } = await listApplications(input.reader, id, input.query)
    return { body: items, next }
  },
  listUserSignInAnswers: async (input) => {
    const { service, reader, params, query } = input
    const { id } = await userOf(input, params.userId)
    const { items, next } = await listSignInAnswers(service, reader, id, query)
    return { body: items, next }
  },
}
