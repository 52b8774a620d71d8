import { valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import { isRelation } from '#contract/sync/synced-kinds.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { withoutFields } from '../compare/without-fields.ts'
import type { SyncObject } from '../snapshot.ts'

/** What the target says by itself of an object that is made: another one's is not sent along. */
const OF_THE_OTHER = new Set(['derived', 'state'] as const)
/** A plan is read by many, and put into files: values that a side should not have answered are not in it. */
const NOT_SHOWN = new Set(['derived', 'state', 'write-only'] as const)

/** An object that is to be made, without what follows from something else at the source or has happened to it there. */
export const withoutState = (object: SyncObject): SyncObject =>
  isRelation(object.kind)
    ? object
    : { ...object, body: withoutFields(FIELD_RULES[object.kind], object.body, OF_THE_OTHER) as Body }

const SECRET = new Set(['write-only'] as const)

/** An object of the target without what this should not have answered: it is never compared, and stands in no plan and no journal. */
export const withoutSecrets = (object: SyncObject): SyncObject => ({
  ...object,
  body: withoutFields(FIELD_RULES[object.kind], object.body, SECRET) as Body,
})

/** What a plan shows of an object that is made or taken away. */
export const shownBody = (object: SyncObject): Body =>
  isRelation(object.kind) ? {} : (withoutFields(FIELD_RULES[object.kind], object.body, NOT_SHOWN) as Body)

const HEADERS = ['channel', 'config', 'headers']

/**
 * An object of the source without secrets that this should not have answered: they are neither kept in a plan nor brought to another organization. WHY
 * the headers of a hook stay: the interface answers their values, and a new hook has to have them;
 * they are encrypted where the plan is kept (`apply/header-values.ts`).
 */
export function withoutUnasked(source: SyncObject): SyncObject {
  const bare = withoutSecrets(source)
  const headers = source.kind === 'eventHook' && valueAt(source.body, HEADERS.join('.'))
  return headers ? { ...bare, body: withValue(bare.body, HEADERS, headers) } : bare
}
