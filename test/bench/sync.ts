import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { SnapshotBuilder, toSyncObject, type Snapshot } from '#sync/snapshot.ts'
import { beside, ratioFigure, type Figure } from './measure.ts'

const ROUNDS = 5
/** Of each side. */
const PEOPLE = 50_000

/** A person as the interface answers one. */
function person(number: number, side: string) {
  const login = `person${number}@example.com`
  const { moment, id } = { moment: '2026-01-01T00:00:00.000Z', id: `00u${side}${String(number).padStart(16, '0')}` }
  return {
    ...{ id, status: 'ACTIVE', created: moment, activated: moment, statusChanged: moment, lastLogin: null },
    ...{ lastUpdated: moment, passwordChanged: moment, type: { id: 'oty1' } },
    profile: {
      ...{ firstName: `First ${number}`, lastName: `Last ${number}`, login, email: login, displayName: `P ${number}` },
      ...{ mobilePhone: null, secondEmail: null, city: 'Bern', countryCode: 'CH', department: `D ${number % 40}` },
    },
    credentials: {
      password: {},
      emails: [{ value: login, status: 'VERIFIED', type: 'PRIMARY' }],
      provider: { type: 'SVC', name: 'SVC' },
    },
    _links: { self: { href: `https://org.example.com/api/v1/users/${id}` } },
  }
}

const textOf = (side: string) => JSON.stringify(Array.from({ length: PEOPLE }, (_, at) => person(at, side)))

function sideOf(people: readonly object[]): Snapshot {
  const side = new SnapshotBuilder()
  for (const one of people) side.add(toSyncObject('user', one as Parameters<typeof toSyncObject>[1]))
  return side
}

/** What it costs to say where two sides differ, beside reading the JSON that they come as. */
export async function run(): Promise<Figure[]> {
  const texts = [textOf('a'), textOf('b')]
  const parse = () => texts.map((text) => JSON.parse(text) as object[])
  const [ours, theirs] = parse().map(sideOf) as [Snapshot, Snapshot]
  const times = await beside(
    async () => {
      if (compareSnapshots({ ours, theirs }).differences.length > 0) throw new Error('the same people differ')
    },
    async () => parse(),
    ROUNDS,
  )
  const inTurns = { ours: [times.ours], theirs: [times.raw] }
  const goal = { bound: { most: 3 }, of: 'parsing the same JSON' }
  return [ratioFigure('Comparison of 100,000 objects', 'ms', inTurns, goal)]
}
