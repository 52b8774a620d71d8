import { canonical } from '#contract/interface/canonical.ts'
import { notFound } from '#contract/interface/api-error.ts'
import type { SignInMatrix } from '#contract/gatehouse/sign-in-matrix.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import type { SignInSituation } from '#contract/policy/simulation.ts'
import { groups } from '#db/tables/groups.ts'
import { displayNameOf, users } from '#db/tables/users.ts'
import { answerOf, blockedBy, evaluate, type ApplicationRecord, type EvaluationContext } from '#policy/index.ts'
import type { MatrixQuestion } from '#workers/protocol.ts'
import { toPerson } from '../directory/person.ts'
import type { Service } from '../service/service.ts'
import { groupViews, type Population } from '../policies/population.ts'
import { readSituation } from './simulate.ts'
import { unreachedBecause } from '../directory/unreached.ts'

interface Request {
  people?: readonly string[] | undefined
  groupId?: string | undefined
  apps: readonly string[]
  policyContext: SignInSituation
}

/**
 * What the sign-ins of many people to many applications come to, computed in a worker.
 * @throws ApiError E0000007 for what the request names and does not exist
 */
export async function simulateMany(service: Service, request: Request): Promise<SignInMatrix> {
  const { set } = await service.snapshot()
  const known = new Set(set.applications.map(({ id }) => id))
  const unknown = request.apps.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound(unknown, 'AppInstance')
  if (request.groupId !== undefined) await groups.require(service.reader, request.groupId)
  for (const id of request.people ?? []) await users.require(service.reader, id)
  return service.workers.run('signInMatrix', {
    engine: service.engine(),
    now: service.clock(),
    people: request.people ?? null,
    groupId: request.groupId ?? null,
    apps: request.apps,
    situation: await readSituation(service, request.policyContext),
  })
}

type Situation = Omit<EvaluationContext, 'app'>

/** The matrix, as of the moment of a population. */
export async function computeMatrix(population: Population, question: MatrixQuestion): Promise<SignInMatrix> {
  const { directory, read, now, signal } = population
  const members = question.people ?? (directory.members.get(question.groupId ?? '') ?? []).map(({ id }) => id)
  const ids = members.slice(0, LIMITS.matrixPeople)
  const byId = await users.byId(read, ids)
  const columns = columnsOf(population, question.apps)
  const views = await groupViews(read)
  const answers = distinct<SignInAnswer>()
  const answered = ids.flatMap((id) => {
    signal.throwIfAborted()
    const row = byId.get(id)
    if (!row) return []
    const reachable = directory.byId.get(id)
    const person = toPerson(row, reachable?.groupIds ?? [])
    const context = { ...question.situation, now, person, groups: views }
    const cells = columns.map((app) => {
      if (app && !(reachable && directory.byApp.get(app.id)?.has(reachable))) return null
      return answers.placeOf(answerFor(population, context, app))
    })
    return [{ person: { id, name: displayNameOf(row), login: row.login }, cells }]
  })
  return {
    morePeople: members.length - ids.length,
    apps: columns.map((app) => ({ id: app?.id ?? null, name: app?.label ?? 'Sign-in' })),
    answers: answers.all,
    rows: answered,
  }
}

/** The applications in the order in which they were asked for; null is the sign-in alone. */
function columnsOf({ directory }: Population, apps: readonly string[]): (ApplicationRecord | null)[] {
  const byId = new Map(directory.snapshot.set.applications.map((app) => [app.id, app]))
  return apps.length ? apps.flatMap((id) => byId.get(id) ?? []) : [null]
}

function answerFor({ directory }: Population, situation: Situation, app: ApplicationRecord | null): SignInAnswer {
  const { set, engine, compiled } = directory.snapshot
  const context: EvaluationContext = { ...situation, app }
  return answerOf(
    (type) => evaluate(compiled(), type, context, 'possible'),
    {
      blockedBy: blockedBy(set, context.ip, context.zoneIds),
      unreached: unreachedBecause(context.person, app),
      withApp: app !== null && engine === 'identity',
    },
    compiled().nameOf,
  )
}

/** A list that holds each of its values once, told by their JSON. */
function distinct<Value>() {
  const all: Value[] = []
  const places = new Map<string, number>()
  return {
    all,
    placeOf(value: Value): number {
      const text = canonical(value)
      const place = places.get(text) ?? all.push(value) - 1
      places.set(text, place)
      return place
    },
  }
}
