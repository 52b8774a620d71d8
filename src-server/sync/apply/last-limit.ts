import { textAt } from '#contract/sync/definition.ts'
import type { ObjectStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Lifting, WriteCall } from '#contract/sync/writing.ts'
import { isInvalid } from '../sides/refusals.ts'
import type { SyncObject } from '../snapshot.ts'
import type { TargetReader } from './target-reader.ts'

interface Removing {
  /** Removes the limit alone. */
  readonly remove: () => Promise<unknown>
  readonly send: (calls: readonly WriteCall[]) => Promise<unknown>
  /** Why what it limits would not be given again; null: it would. Absent: that is seen when it is tried. */
  readonly whyNot?: () => Promise<string | null>
}

/**
 * Removes a limit, and where it is the last one, which is refused, takes what it limits away and gives it again. WHY tried without first: a target
 * may know of more limits than it lists, such as of a group that was deleted.
 * @returns why it was not done; null: it was
 */
export async function lift(
  { takeAway, giveAgain }: Lifting,
  { remove, send, whyNot }: Removing,
): Promise<string | null> {
  try {
    await remove()
  } catch (error) {
    if (!isInvalid(error)) throw error
    const why = (await whyNot?.()) ?? null
    if (why !== null) return why
    await send([takeAway, giveAgain])
  }
  return null
}

/** Why a role would not be given again once it is taken away, as what follows the limit that a step removes; null: it would. */
export async function whyNotGivenAgain({ kind, before }: ObjectStep, reader: TargetReader): Promise<string | null> {
  if (!kind.startsWith('user')) return null
  const id = before?.parent?.split('/')[0] ?? ''
  const holder = await reader.one({ kind: 'user', parent: null, call: '' }, { id, key: id })
  return textAt(holder?.body, 'status') === 'DEPROVISIONED'
    ? 'is the last limit of a role of somebody who is deactivated, to whom the role could not be assigned again'
    : null
}

/**
 * Why a step that was begun before cannot take a limit that is gone for removed; null: it can. WHY what it limited is not given again: whether a
 * run that was cut short took it away, or others have since, cannot be told.
 */
export async function whyNotGone({ kind, parent }: SyncObject, reader: TargetReader): Promise<string | null> {
  const within = SYNCED_KINDS[kind].source.within?.kind
  if (!within) return null
  const [holder = '', id = ''] = parent?.split('/') ?? []
  const limited = await reader.one({ kind: within, parent: holder, call: '' }, { id, key: `${holder}/${id}` })
  return limited ? null : 'is gone with the role that it limited: assign the role again, or leave the step out'
}
