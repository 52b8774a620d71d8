import { textAt } from '#contract/sync/definition.ts'
import type { ObjectStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncObject } from '../snapshot.ts'
import type { TargetReader } from './target-reader.ts'

/** What an object of a target limits, such as a role; null: it is not there. */
export async function limitedBy({ kind, parent }: SyncObject, reader: TargetReader): Promise<SyncObject | null> {
  const within = SYNCED_KINDS[kind].source.within?.kind
  const [holder = '', id = ''] = parent?.split('/') ?? []
  return within ? reader.one({ kind: within, parent: holder, call: '' }, { id, key: `${holder}/${id}` }) : null
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
