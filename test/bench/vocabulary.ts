import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enlarge } from './large-workspace.ts'
import { ratioFigure, type Figure } from './measure.ts'
import { headersOf, requestsPerSecond, start, stop } from './program.ts'

const ROUNDS = 5
const PEOPLE = 500

/** A workspace of its own with the people that a page needs, and a service on it. */
async function served(dataFile: string, ...options: string[]) {
  const serve = (...more: string[]) =>
    start('out/server/cli.js', ['--data', dataFile, '--port', '0', '--json', ...more])
  await stop(await serve())
  await enlarge(dataFile, { people: PEOPLE, groupsOfEach: 0, events: 0 })
  return { service: await serve(...options), headers: headersOf(dataFile) }
}
type Served = Awaited<ReturnType<typeof served>>

/** Where a policy is read that both vocabularies call the same. */
async function policyPath({ service, headers }: Served): Promise<string> {
  const reply = await fetch(`${service.url}/api/v1/policies?type=PASSWORD`, { headers })
  const [policy] = (await reply.json()) as { id: string }[]
  return `/api/v1/policies/${policy?.id}`
}

async function inTurns(worded: Served, plain: Served, pathOf: (served: Served) => Promise<string>) {
  const [ours, theirs]: [number[], number[]] = [[], []]
  const [wordedUrl, plainUrl] = [worded.service.url + (await pathOf(worded)), plain.service.url + (await pathOf(plain))]
  for (let round = -1; round < ROUNDS; round++) {
    const [our, their] = [
      await requestsPerSecond(wordedUrl, worded.headers),
      await requestsPerSecond(plainUrl, plain.headers),
    ]
    if (round < 0) continue
    ours.push(our)
    theirs.push(their)
  }
  return { ours, theirs }
}

/** What the words of a vocabulary cost, beside the same service without one. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const begun: Served[] = []
  const begin = async (name: string, ...options: string[]) => {
    const one = await served(join(folder, name), ...options)
    begun.push(one)
    return one
  }
  try {
    const plain = await begin('plain.sqlite')
    const worded = await begin('worded.sqlite', '--vocabulary', 'okta')
    const of = 'the same without a vocabulary'
    const policy = await inTurns(worded, plain, policyPath)
    const people = await inTurns(worded, plain, async () => '/api/v1/users?limit=200')
    return [
      ratioFigure('GET policy by id in a vocabulary', 'requests/s', policy, { bound: { least: 0.85 }, of }),
      ratioFigure('A page of 200 people in a vocabulary', 'pages/s', people, { bound: { least: 0.8 }, of }),
    ]
  } finally {
    for (const { service } of begun) await stop(service)
    rmSync(folder, { recursive: true, force: true })
  }
}
