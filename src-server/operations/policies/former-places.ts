import { Op } from 'sequelize'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { formerPlaces } from '#db/tables/former-places.ts'
import { assertUnchanged } from '../service/checks.ts'

interface Placed {
  readonly id: string
  readonly priority: number
}

/** The oldest moment that counts, as text. */
const since = (now: string) => new Date(Date.parse(now) - LIMITS.formerPlaceMinutes * 60_000).toISOString()

/** Notes where a default object was, before it is moved; what was noted too long ago goes. */
export async function notePlace(tx: Tx, { id: objectId, priority }: Placed): Promise<void> {
  for (const old of await formerPlaces.findAll(tx, { where: { left: { [Op.lt]: since(tx.now) } } }))
    await formerPlaces.remove(tx, old)
  const place = { objectId, priority }
  await formerPlaces.remove(tx, place)
  await formerPlaces.insert(tx, { ...place, left: tx.now })
}

/**
 * That a body leaves a default object where it is. It may name the priority which that has, or had a moment ago: scripts read an object,
 * others come or go, and what was read is sent back (spec/6 23).
 * @throws ApiError E0000077 for any other priority
 */
export async function assertPlaceKept(reader: Reader, now: string, given: unknown, before: Placed): Promise<void> {
  if (typeof given === 'number' && (await wasThere(reader, now, before.id, given))) return
  assertUnchanged('priority', given, before.priority)
}

const wasThere = (reader: Reader, now: string, objectId: string, priority: number) =>
  formerPlaces.exists(reader, { objectId, priority, left: { [Op.gte]: since(now) } })
