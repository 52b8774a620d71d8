import { connectionWriteSchema, type ConnectionPeople, type ConnectionTest } from '#contract/gatehouse/connection.ts'
import { ApiError, invalidAll } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { toCauses } from '#contract/interface/schema-causes.ts'
import { systemContext } from '#audit-log/request-context.ts'
import {
  createConnection,
  deleteConnection,
  findConnection,
  listConnections,
  requireConnection,
  type OpenedConnection,
} from '#operations/connections/connections.ts'
import { recordTest } from '#operations/connections/record-test.ts'
import type { Service } from '#operations/service/service.ts'
import { remoteOf } from '#sync/remote/remotes.ts'
import { testRemote } from '#sync/remote/test-connection.ts'
import { clockLine } from './clock-line.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { say, UsageError, type Command } from './command.ts'
import { refusalLines } from '#contract/interface/refusal-lines.ts'
import { readBounded } from './read-bounded.ts'
import { readSubcommand, type Subcommand } from './subcommands.ts'
import { readVocabulary } from './vocabulary-option.ts'

/** Of a file with a token, which is much shorter. */
const MOST_BYTES = 65_536
const TOKEN_VARIABLE = 'GATEHOUSE_REMOTE_TOKEN'

const USAGE = `Usage: gatehouse remote add --data FILE --name TEXT --address URL [options]
       gatehouse remote list --data FILE [--json]
       gatehouse remote test --data FILE --remote NAME [--json]
       gatehouse remote remove --data FILE --remote NAME

Connects a closed workspace to instances elsewhere. The token is read from the
environment variable ${TOKEN_VARIABLE} or a file, never from the command
line. A service app gets a key that is made here; its public half is printed.

  --data FILE        the workspace file
  --name TEXT        what the connection is called
  --address URL      https, or http on this machine
  --token-file FILE  a file that holds the token; - for the standard input
  --client-id ID     connect as this service app, without a token
  --scopes LIST      what it asks for, such as svc.groups.read,svc.users.read
  --vocabulary V     words of the remote: a name (svc, okta) or a JSON file
  --budget N         percent of each rate limit of the remote to use at the
                     most (default 50)
  --may-write        allow changes there
  --people WHICH     all (default), search=EXPRESSION for those of a search, or
                     pseudonyms: what rules read of people, and nothing else
  --follow-log       read its log on into the audit log, while the service runs;
                     takes all people
  --remote NAME      the name of the connection, or its id
  --json             print JSON`

const OPTIONS = {
  data: { type: 'string' },
  name: { type: 'string' },
  address: { type: 'string' },
  'token-file': { type: 'string' },
  'client-id': { type: 'string' },
  scopes: { type: 'string' },
  vocabulary: { type: 'string' },
  budget: { type: 'string' },
  'may-write': { type: 'boolean' },
  people: { type: 'string' },
  'follow-log': { type: 'boolean' },
  remote: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Option = keyof typeof OPTIONS
type Flag = 'may-write' | 'follow-log' | 'json'
type Values = Partial<Record<Exclude<Option, Flag>, string> & Record<Flag, boolean>>

/** @throws UsageError where there is none */
async function readToken(file: string | undefined): Promise<string> {
  if (file === undefined) {
    const token = process.env[TOKEN_VARIABLE]
    if (token) return token
    throw new UsageError(`remote add takes the token from ${TOKEN_VARIABLE} or --token-file, or --client-id.`)
  }
  return (await readBounded(file, MOST_BYTES)).trim()
}

async function authenticationOf(values: Values) {
  const { 'client-id': clientId, scopes, 'token-file': file } = values
  if (clientId === undefined) return { type: 'API_TOKEN', token: await readToken(file) }
  if (file !== undefined) throw new UsageError('--token-file does not go with --client-id.')
  return { type: 'SERVICE_APP', clientId, scopes: (scopes ?? '').split(',').filter(Boolean) }
}

const SEARCH = 'search='
const PEOPLE: Readonly<Record<string, ConnectionPeople>> = { all: { mode: 'ALL' }, pseudonyms: { mode: 'PSEUDONYMS' } }

/** @throws UsageError for what says no people */
function peopleOf(which: string): ConnectionPeople {
  const people = which.startsWith(SEARCH)
    ? ({ mode: 'SEARCH', search: which.slice(SEARCH.length) } as const)
    : Object.hasOwn(PEOPLE, which)
      ? PEOPLE[which]
      : undefined
  if (!people) throw new UsageError('--people takes all, search=EXPRESSION or pseudonyms.')
  return people
}

/** Without its secret, as `--json` prints it. */
function shown({ record, secret, following }: OpenedConnection) {
  const { secrets: _, peopleSalt: __, ...rest } = record
  return { ...rest, following, needsSecret: secret === null }
}

/** The options by what they give of a connection. */
const OPTION_OF: Readonly<Record<string, string>> = {
  ...{ name: '--name', address: '--address', vocabulary: '--vocabulary', budgetPercent: '--budget' },
  ...{ mayWrite: '--may-write', people: '--people', 'people.search': '--people', followLog: '--follow-log' },
  ...{ 'authentication.token': 'The token', 'authentication.clientId': '--client-id' },
  'authentication.scopes': '--scopes',
}

/** The same refusal, each cause as a sentence about its option. */
function byOptions(refusal: ApiError): ApiError {
  const causes = refusal.causes.map((cause) => {
    const { errorSummary, location = '' } = cause
    const option = OPTION_OF[location.replace(/\[.*/, '')]
    const message = errorSummary.slice(location.length + ': '.length)
    return option ? { ...cause, errorSummary: `${option} ${message}.` } : cause
  })
  return refusal.withCauses(causes)
}

async function add(service: Service, values: Values): Promise<number> {
  const { name, address, vocabulary, budget, people } = values
  const body = connectionWriteSchema.safeParse({
    ...{ name, address, mayWrite: values['may-write'] ?? false, authentication: await authenticationOf(values) },
    ...(vocabulary !== undefined && { vocabulary: await readVocabulary(vocabulary) }),
    ...(budget !== undefined && { budgetPercent: Number(budget) }),
    ...(people !== undefined && { people: peopleOf(people) }),
    ...(values['follow-log'] && { followLog: true }),
  })
  if (!body.success) throw new UsageError(refusalLines(byOptions(invalidAll(toCauses(body.error, 'body')))).join('\n'))
  const id = await service
    .write(systemContext(), (tx) => createConnection(tx, service.secretBox, body.data))
    .catch((error: unknown) => {
      throw error instanceof ApiError ? byOptions(error) : error
    })
  const made = await requireConnection(service.reader, service.secretBox, id)
  const { authentication } = made.record
  if (values.json) say(JSON.stringify(shown(made)))
  else {
    say(id)
    if (authentication.type === 'SERVICE_APP') say(JSON.stringify(authentication.publicKey))
  }
  return 0
}

async function list(service: Service, { json }: Values): Promise<number> {
  const { items } = await listConnections(service.reader, service.secretBox, { limit: LIMITS.connections })
  if (json) say(JSON.stringify(items.map(shown)))
  else
    for (const opened of items) {
      const { record, secret } = opened
      const name = secret ? record.name : `${record.name} (needs its secret again)`
      say([record.id, record.address, record.mayWrite ? 'may write' : 'reads', name, ...followLine(opened)].join('\t'))
    }
  return 0
}

/** How far its log was followed; nothing where it is not. */
function followLine({ record, following }: OpenedConnection): string[] {
  if (!record.followLog) return []
  const events = `follows its log, ${following?.added ?? 0} events`
  return [following?.problem ? `${events}; ${following.problem}` : events]
}

async function test(service: Service, { remote: name = '', json }: Values): Promise<number> {
  const { id } = await findConnection(service.reader, name)
  const remote = await remoteOf(service, service.reader, id)
  const result = await testRemote(remote)
  await service.write(systemContext(), (tx) => recordTest(tx, id, result.problem))
  for (const line of json ? [JSON.stringify(result)] : linesOf(result)) say(line)
  return result.problem === null ? 0 : 1
}

function linesOf({ problem, engine, clockDifferenceMs, holder, areas, limits }: ConnectionTest): string[] {
  return [
    problem ?? 'It works.',
    ...(engine ? [`Engine: ${engine}`] : []),
    ...(clockDifferenceMs === null ? [] : [clockLine(clockDifferenceMs)]),
    ...(holder ? [`Acts as ${holder.login ?? holder.id}: ${holder.roles?.join(', ') || 'roles are not known'}`] : []),
    ...areas.flatMap((area) => (area.problem === null ? [] : [`Cannot ${lowerFirst(area.summary)}: ${area.problem}`])),
    ...limits.map(({ bucket, limit, ours }) => `Limit of ${bucket}: ${limit}, of which ${ours} are used at the most`),
  ]
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

async function remove(service: Service, { remote: name = '' }: Values): Promise<number> {
  const { id } = await findConnection(service.reader, name)
  await service.write(systemContext(), (tx) => deleteConnection(tx, id))
  say(`${name} is removed.`)
  return 0
}

interface Step extends Subcommand<Option> {
  run: (service: Service, values: Values) => Promise<number>
}

const STEPS: Readonly<Record<string, Step>> = {
  add: {
    run: add,
    needs: ['name', 'address'],
    takes: ['token-file', 'client-id', 'scopes', 'vocabulary', 'budget', 'may-write', 'people', 'follow-log', 'json'],
  },
  list: { run: list, takes: ['json'] },
  test: { run: test, needs: ['remote'], takes: ['json'] },
  remove: { run: remove, needs: ['remote'] },
}

/** Adds, lists, tests and removes connections to instances elsewhere. */
export const remote: Command = {
  usage: USAGE,
  async run(args) {
    const { step, data, values } = readSubcommand(args, { command: 'remote', options: OPTIONS, steps: STEPS })
    return withClosedWorkspace(data, 'Use the page Sync there.', (service) => step.run(service, values))
  },
}
