import type { FollowedLogRecord } from '#db/tables/followed-logs.ts'
import type { RemoteClient } from '../remote/remote-client.ts'
import { RemoteError, type RemoteProblem } from '../remote/remote-error.ts'
import { SyncError } from '../sync-error.ts'

type Organization = Pick<FollowedLogRecord, 'organizationId' | 'organizationName'>

/** Of what a remote says of itself, so much is kept. */
const LONGEST = 255

/** Where a token may not read which organization it is, or a remote does not say it, its log is followed all the same. */
const UNTOLD: ReadonlySet<RemoteProblem> = new Set(['REFUSED', 'NOT_PERMITTED', 'NOT_FOUND', 'INVALID', 'WRONG_SHAPE'])

/**
 * Whose log is followed, to note it with the log; nothing where the remote does not say it.
 * @throws SyncError where it is another one than before: its log is not that of the import; RemoteError
 */
export async function followedOrganization(
  remote: RemoteClient,
  before: Organization,
  signal: AbortSignal,
): Promise<Partial<Organization>> {
  const now = await readOrganization(remote, signal)
  if (!now) return {}
  if (before.organizationId !== null && before.organizationId !== now.organizationId)
    throw new SyncError(
      `The remote is another organization (${told(now)}) than the one whose log was followed before (${told(before)}): make a connection of its own for it.`,
    )
  return now
}

async function readOrganization(remote: RemoteClient, signal: AbortSignal): Promise<Organization | null> {
  try {
    const { id, companyName }: { id?: unknown; companyName?: unknown } = await remote.call('getOrganization', {
      signal,
    })
    const organizationId = asText(id)
    return organizationId === null ? null : { organizationId, organizationName: asText(companyName) }
  } catch (error) {
    if (error instanceof RemoteError && UNTOLD.has(error.problem)) return null
    throw error
  }
}

/** A text on one line; null for none. */
function asText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return (
    value
      .slice(0, LONGEST)
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim() || null
  )
}

const told = ({ organizationId, organizationName }: Organization): string =>
  [organizationName, organizationId].filter((text) => text !== null).join(', ')
