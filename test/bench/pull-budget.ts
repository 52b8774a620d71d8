import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteRequest } from '#contract/gatehouse/connection.ts'
import { RATE_LIMITS, rateLimitClassOf, TOKEN_SHARE } from '#contract/interface/rate-limits.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { ratioFigure, type Figure } from './measure.ts'
import { stop } from './program.ts'
import { connect, open, pull, type Opened } from './pulling.ts'

/** Each has a list of members and one of owners, so that reading them takes several minutes of the limit. */
const GROUPS = 450
/** As long as limits count. */
export const MINUTE_MS = 60_000
/** What a token may ask for in a minute, all of which the connection of the bench uses. */
export const ALLOWED = RATE_LIMITS.other.perMinute * TOKEN_SHARE

async function openRemote(dataFile: string): Promise<Opened> {
  const remote = await open(dataFile, ['--sample'])
  const switchLimits = (enabled: boolean) => remote.call('PUT', '/gatehouse/v1/rate-limits', { enabled })
  await switchLimits(false)
  for (let at = 0; at < GROUPS; at += 1)
    await remote.call('POST', '/api/v1/groups', { profile: { name: `Team ${at}` } })
  await switchLimits(true)
  return remote
}

/** Whether a request counted against the limit that nearly all lists share. */
export const isOther = ({ operation }: RemoteRequest) =>
  rateLimitClassOf(ROUTES[operation as keyof typeof ROUTES]) === 'other'

/** How many requests were made in each minute since the first one; the last minute is not whole, and left out. */
function perMinute(requests: readonly RemoteRequest[]): number[] {
  const times = requests.filter(isOther).map(({ time }) => Date.parse(time))
  const first = Math.min(...times)
  const counts: number[] = []
  for (const time of times) {
    const minute = Math.floor((time - first) / MINUTE_MS)
    counts[minute] = (counts[minute] ?? 0) + 1
  }
  return Array.from(counts.slice(0, -1), (count) => count ?? 0)
}

/** How much of what a remote allows is used by a pull that has to wait for its limits. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const remote = await openRemote(join(folder, 'remote.sqlite'))
  try {
    const here = await open(join(folder, 'here.sqlite'))
    try {
      const { requests } = await pull(here, await connect(here, remote))
      const used = perMinute(requests)
      if (used.length < 2) throw new Error('the pull did not last: its limits were not met')
      const allowed = used.map(() => ALLOWED)
      return [
        ratioFigure(
          'Requests of a pull within limits',
          'a minute',
          { ours: used, theirs: allowed },
          {
            bound: { least: 0.8 },
            of: 'what is allowed',
          },
        ),
      ]
    } finally {
      await stop(here.service)
    }
  } finally {
    await stop(remote.service)
    rmSync(folder, { recursive: true, force: true })
  }
}
