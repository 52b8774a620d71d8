import type { LocationQuery } from 'vue-router'
import type { CallInput } from '#ui/api/client.ts'
import { fromQuery, NOTHING, toBody, toQuery, type SignIn } from '#ui/domain/sign-in.ts'

/** Whose sign-ins to what: people or a group, applications, and where they all come from. */
export interface ManyQuestion {
  by: 'people' | 'group'
  people: string[]
  group: string | null
  apps: string[]
  /** From where and with what; whose it is and to what are in the other fields. */
  situation: SignIn
}

const listOf = (value: LocationQuery[string] | undefined) =>
  typeof value === 'string' ? [...new Set(value.split(',').filter(Boolean))] : []

/** Of a sign-in all but whose it is and to what. */
const situationOf = (signIn: SignIn): SignIn => ({ ...signIn, user: null, groups: [], app: null })

/** Reads the page's address; what it cannot read counts as not given. */
export function manyFromQuery(query: LocationQuery): ManyQuestion {
  const group = (typeof query['group'] === 'string' && query['group']) || null
  return {
    by: group ? 'group' : 'people',
    people: listOf(query['people']),
    group,
    apps: listOf(query['apps']),
    situation: situationOf(fromQuery(query)),
  }
}

/** The address's query for a question; `manyFromQuery` reads it. */
export function manyToQuery({ by, people, group, apps, situation }: ManyQuestion): Record<string, string> {
  return {
    ...toQuery(situationOf(situation)),
    ...(by === 'people' && people.length ? { people: people.join(',') } : {}),
    ...(by === 'group' && group ? { group } : {}),
    ...(apps.length ? { apps: apps.join(',') } : {}),
  }
}

export const isAnswerable = ({ by, people, group }: ManyQuestion): boolean =>
  by === 'people' ? people.length > 0 : group !== null

/** The request's body. */
export function manyBody({
  by,
  people,
  group,
  apps,
  situation,
}: ManyQuestion): NonNullable<CallInput<'simulateMany'>['body']> {
  const { policyContext } = toBody({ ...NOTHING, ...situationOf(situation) })
  return { ...(by === 'people' ? { people } : { groupId: group ?? '' }), apps, policyContext }
}
