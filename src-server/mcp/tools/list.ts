import { z } from 'zod'
import { invalid } from '#contract/interface/api-error.ts'
import { idSchema } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import type { Item, ListOperation } from '#contract/routes/lists.ts'
import { tool, type May } from '../tool.ts'
import type { Counts } from '../cursor.ts'
import type { ServiceCaller } from '../service-client.ts'

/** Arguments that some lists take and others do not. */
type Argument = 'of' | 'type' | 'search' | 'q'

interface List {
  readonly operation: ListOperation
  /** The placeholder that `of` fills, and what that is. */
  readonly of?: readonly [param: string, noun: string]
  readonly takes?: readonly Argument[]
  /** Whether its list has pages; absent: it comes whole. */
  readonly page?: number
  readonly row: (item: never) => object
}

const PAGE = 100

function list<Id extends ListOperation>(
  operation: Id,
  row: (item: Item<Id>) => object,
  more: Omit<List, 'operation' | 'row'> = {},
): List {
  return { operation, row: row as List['row'], ...more }
}

const paged = { page: PAGE }
const named = (item: { id: string; name: string; status?: string | undefined }) => ({
  ...{ id: item.id, name: item.name, status: item.status },
})
/** A person of a list of the public interface. */
const person = (item: object) => {
  const { id, status, profile } = item as { id: string; status: string; profile: Record<string, unknown> }
  const { firstName, lastName, login } = profile
  return { id, login, name: [firstName, lastName].filter(Boolean).join(' '), status }
}

/** What can be listed, each with what is told of one. */
const LISTS = {
  user: list('listUsers', person, { ...paged, takes: ['search'] }),
  group: list(
    'listGroups',
    ({ id, type, profile: { name, description } }) => ({ id, name, type, description: description ?? undefined }),
    { ...paged, takes: ['search'] },
  ),
  groupRule: list('listGroupRules', named, { ...paged, takes: ['search'] }),
  app: list('listApps', ({ id, label, status, signOnMode }) => ({ id, label, status, signOnMode }), {
    ...paged,
    takes: ['q'],
  }),
  policy: list(
    'listPolicies',
    ({ id, name, status, priority, system }) => ({ id, name, status, priority, system: system || undefined }),
    { ...paged, takes: ['type', 'q'] },
  ),
  rule: list('listRules', ({ id, name, status, priority }) => ({ id, name, status, priority }), {
    of: ['policyId', 'a policy'],
  }),
  zone: list('listZones', ({ id, name, status, type, usage }) => ({ id, name, status, type, usage }), paged),
  authenticator: list('listAuthenticators', ({ id, name, key, status }) => ({ id, name, key, status }), paged),
  identityProvider: list('listIdentityProviders', ({ id, name, type, status }) => ({ id, name, type, status }), paged),
  behavior: list('listBehaviors', named, paged),
  deviceAssurance: list('listDeviceAssurances', named, paged),
  authorizationServer: list('listAuthorizationServers', named, paged),
  eventHook: list('listEventHooks', named, paged),
  userType: list('listUserTypes', named),
  memberOfGroup: list('listGroupMembers', person, { ...paged, of: ['groupId', 'a group'] }),
  appOfGroup: list('listGroupApps', ({ id, label, status }) => ({ id, label, status }), {
    ...paged,
    of: ['groupId', 'a group'],
  }),
  personOfApp: list(
    'listAppUsers',
    ({ id, scope, status, credentials }) => ({
      ...{ id, login: credentials?.userName },
      ...{ assignedTo: scope === 'GROUP' ? 'a group' : 'the person', status },
    }),
    { ...paged, of: ['appId', 'an application'], takes: ['q'] },
  ),
  groupOfApp: list('listAppGroups', ({ id, priority }) => ({ id, priority }), {
    ...paged,
    of: ['appId', 'an application'],
  }),
  groupOfPerson: list(
    'listUserMemberships',
    ({ id, name, type, byHand, rules }) => ({ id, name, type, byHand, rules: rules.map((rule) => rule.name) }),
    { ...paged, of: ['userId', 'a person'] },
  ),
  appOfPerson: list(
    'listUserApplications',
    ({ id, label, status, direct, groups }) => ({ id, label, status, direct, groups: groups.map(({ name }) => name) }),
    { page: LIMITS.page.userApplications.max, of: ['userId', 'a person'] },
  ),
} as const satisfies Record<string, List>

type Kind = keyof typeof LISTS
const KINDS_OF_LIST = Object.keys(LISTS) as [Kind, ...Kind[]]

const NOUNS = KINDS_OF_LIST.flatMap((kind) => {
  const { of }: List = LISTS[kind]
  return of ? [`${of[1]} for ${kind}`] : []
})

const inputSchema = (kinds: readonly [Kind, ...Kind[]]) =>
  z.strictObject({
    kind: z.enum(kinds),
    of: idSchema.optional().meta({ description: `Id of what it belongs to: ${NOUNS.join(', ')}` }),
    type: z.enum(POLICY_TYPE_NAMES).optional().meta({ description: 'The type of policies, which `policy` needs' }),
    search: z.string().min(1).max(LIMITS.filterLength).optional().meta({
      description: 'Of `user`, `group` and `groupRule`: an expression such as `profile.department eq "Finance"`',
    }),
    q: z
      .string()
      .min(1)
      .max(LIMITS.nameLength)
      .optional()
      .meta({ description: 'Of `app`, `policy` and `personOfApp`: the beginning of a name' }),
  })
type Input = z.output<ReturnType<typeof inputSchema>>

/** @throws ApiError E0000001 for an argument that is needed, or that the list does not take */
function assertTaken(input: Input): void {
  const { of, takes = [] }: List = LISTS[input.kind]
  const needed: readonly Argument[] = [
    ...(of ? (['of'] as const) : []),
    ...(input.kind === 'policy' ? (['type'] as const) : []),
  ]
  for (const argument of needed)
    if (input[argument] === undefined) throw invalid(argument, `is required for ${input.kind}`)
  for (const argument of ['of', 'type', 'search', 'q'] as const)
    if (input[argument] !== undefined && !needed.includes(argument) && !takes.includes(argument))
      throw invalid(argument, `goes with other kinds, not with ${input.kind}`)
}

/** How many members a group has. */
async function membersOf(groupId: string, service: ServiceCaller): Promise<Counts> {
  const query = { filter: `id eq ${JSON.stringify(groupId)}`, expand: 'stats' }
  const [group] = await service.call('listGroups', { query })
  const found = group?._embedded?.stats?.usersCount
  return found === undefined ? {} : { found }
}

/** How many there are, where the service counts them. */
async function countsOf({ kind, of, type, search, q }: Input, service: ServiceCaller, may: May): Promise<Counts> {
  if (q !== undefined) return {}
  if (kind === 'memberOfGroup') return may('listGroups') ? membersOf(of ?? '', service) : {}
  if (search !== undefined)
    return kind === 'user' && may('countPeople')
      ? { found: (await service.call('countPeople', { query: { search } })).count }
      : {}
  const counted = { user: 'users', group: 'groups', app: 'apps', zone: 'zones' } as const
  if (kind !== 'policy' && !Object.hasOwn(counted, kind)) return {}
  const { counts } = await service.call('getWorkspace')
  return {
    inWorkspace:
      kind === 'policy' ? (type && counts.policies[type]) || 0 : counts[counted[kind as keyof typeof counted]],
  }
}

/** Objects of one kind. */
export const listTool = tool({
  name: 'list',
  title: 'List objects of one kind',
  description:
    'Lists objects in short, with their ids: people, groups, applications, policies of a type, rules of a policy, members of a group, applications of a person and more. Prefer `find` where a name is known, and `search` to a long list.',
  needs: ['getWorkspace'],
  input: (may) => {
    const [first, ...others] = KINDS_OF_LIST.filter((kind) => may(LISTS[kind].operation))
    return first === undefined ? null : inputSchema([first, ...others])
  },
  async answer({ input, place, service, may }) {
    assertTaken(input)
    const { operation, of, page, row }: List = LISTS[input.kind]
    const params = of ? { [of[0]]: input.of } : {}
    const { type, search, q } = input
    const size = page === undefined ? {} : { limit: page, after: place.after ?? undefined }
    const counts = place.before === 0 ? await countsOf(input, service, may) : undefined
    const { items, next } = await service.page(operation, { params, query: { type, search, q, ...size } })
    const whole = next === null && place.after === null
    return {
      counts: { ...(counts ?? place.counts), ...(whole && { found: items.length }) },
      rows: (items as never[]).map(row),
      next,
    }
  },
})
