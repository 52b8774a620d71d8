import type { User } from '#contract/directory/user.ts'
import { asApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'

/** The most entries that are taken at once. */
export const MAX_ENTRIES = 1_000
/** As many as the service finds by one text. */
const FOUND = 200

/** `Ada Low <ada@example.com>`, as mail programs write an address, is the address. */
const bare = (entry: string) => /<([^<>]+)>$/.exec(entry)?.[1]?.trim() ?? entry

/** The entries of a pasted text: lines, or what commas and semicolons separate; each once, whatever its case. */
export function entriesOf(text: string): string[] {
  const entries = text
    .split(/[\n\r,;]+/)
    .map((entry) => bare(entry.trim()))
    .filter(Boolean)
  return [...new Map(entries.map((entry) => [entry.toLowerCase(), entry])).values()]
}

/**
 * The person whom an entry names: by login, or the part of it before the @, or by an email address that only one has.
 * @throws ApiError, Error with a sentence for the address of several
 */
export async function findPerson(entry: string, signal?: AbortSignal): Promise<User> {
  try {
    return await api.call('getUser', { params: { userId: entry }, signal })
  } catch (thrown) {
    if (asApiError(thrown).status !== 404) throw thrown
    const found = await api.call('listUsers', { query: { q: entry, limit: FOUND }, signal })
    const [only, another] = found.filter(({ profile }) => String(profile.email).toLowerCase() === entry.toLowerCase())
    if (another) throw new Error('Several people have this address.', { cause: thrown })
    if (!only) throw new Error('No person has this login or email address.', { cause: thrown })
    return only
  }
}
