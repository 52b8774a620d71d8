import { ALL_ZONES, EVERYONE } from '#contract/policy/conditions.ts'
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { idFinder, nameFinder, type Lookup } from '../policy-tests/references.ts'
import type { Service } from '../service/service.ts'

type Lists = { include?: string[] | undefined; exclude?: string[] | undefined }

/** Invariants with names in place of ids, so that they fit another organization; what several have the name of, or is gone, stays as it is. */
export async function withNames(service: Service, all: readonly InvariantWrite[]): Promise<InvariantWrite[]> {
  return replacedIn(all, nameFinder({ reader: service.reader, snapshot: await service.snapshot() }))
}

/** The same with ids in place of names. @throws UserFacingError for what does not exist, or several have the name of */
export async function withIds(service: Service, all: readonly InvariantWrite[]): Promise<InvariantWrite[]> {
  return replacedIn(all, idFinder({ reader: service.reader, snapshot: await service.snapshot() }))
}

const replacedIn = (all: readonly InvariantWrite[], look: Lookup) => Promise.all(all.map((one) => replaced(one, look)))

/** Words that stand for all of a kind. */
const WORDS: ReadonlySet<string> = new Set([EVERYONE, ALL_ZONES])

async function replaced(invariant: InvariantWrite, look: Lookup): Promise<InvariantWrite> {
  const { scope, app } = invariant
  const many = (kind: 'group' | 'user' | 'zone', texts: readonly string[]) =>
    Promise.all(texts.map((text) => (WORDS.has(text) ? text : look(kind, text))))
  const lists = async (kind: 'group' | 'user' | 'zone', { include, exclude }: Lists) => ({
    ...(include && { include: await many(kind, include) }),
    ...(exclude && { exclude: await many(kind, exclude) }),
  })
  const { people, network } = scope
  const entries = (some: NonNullable<typeof app>['include']) =>
    Promise.all(
      some.map(async (entry) => (entry.type === 'APP' ? { ...entry, id: await look('app', entry.id) } : entry)),
    )
  return {
    ...invariant,
    scope: {
      ...scope,
      ...(people && {
        people: {
          ...(people.users && { users: await lists('user', people.users) }),
          ...(people.groups && { groups: await lists('group', people.groups) }),
        },
      }),
      ...(network && { network: { ...network, ...(await lists('zone', network)) } }),
    },
    app: app && { include: await entries(app.include), exclude: await entries(app.exclude) },
  }
}
