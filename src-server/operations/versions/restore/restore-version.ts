import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { VersionKind } from '#contract/gatehouse/version.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import { deletePolicy } from '../../policies/delete-policy.ts'
import { deleteRule } from '../../policies/delete-rule.ts'
import { deleteZone } from '../../zones/zones.ts'
import { assertMayChange, type HasScope } from '../access.ts'
import { newestVersion, requireVersion, versionNumbered } from '../read-versions.ts'
import { RESTORE_ACCESS } from './restore-access.ts'
import { RESTORE_APP } from './restore-app.ts'
import { RESTORE_DIRECTORY } from './restore-directory.ts'
import { RESTORE_HOOK } from './restore-hook.ts'
import { restoreMapping, takeMappingBack } from './restore-mapping.ts'
import { RESTORE_POLICY_RESOURCES } from './restore-policy-resource.ts'
import { restorePolicy } from './restore-policy.ts'
import { restoreRule } from './restore-rule.ts'
import { restoreZone } from './restore-zone.ts'
import { notRestorable, type RestoreOf } from './restoring.ts'

/** How the objects of each kind go back to a version. */
const RESTORE: { readonly [Kind in VersionKind]: RestoreOf<Kind> } = {
  policy: { restore: restorePolicy, remove: (tx, { objectId }) => deletePolicy(tx, objectId) },
  rule: { restore: restoreRule, remove: (tx, { objectId, parentId }) => deleteRule(tx, parentId ?? '', objectId) },
  zone: { restore: restoreZone, remove: (tx, { objectId }) => deleteZone(tx, objectId) },
  mapping: { restore: restoreMapping, remove: takeMappingBack },
  ...RESTORE_DIRECTORY,
  ...RESTORE_POLICY_RESOURCES,
  ...RESTORE_ACCESS,
  app: RESTORE_APP,
  eventHook: RESTORE_HOOK,
}

/** Who asks for a restoration, and what opens the secrets that stay. */
interface Asking {
  hasScope: HasScope
  box: SecretBox
}

/**
 * Makes an object what it was in a version, by the ordinary use cases: checked, recorded and told to hooks as any other change. Where
 * nothing differs, nothing is done.
 * @param expectedVersion number of the newest version that the caller has seen
 * @throws ApiError E0000113 where the object was changed since; E0000001 for what the version cannot have any more
 */
export async function restoreVersion(
  tx: Tx,
  asking: Asking,
  { versionId, expectedVersion }: { versionId: string; expectedVersion: number },
): Promise<void> {
  const version = await requireVersion(tx, asking.hasScope, versionId)
  await assertMayChange(tx, asking.hasScope, version)
  const newest = await newestVersion(tx, version)
  if (newest.version !== expectedVersion) throw changedSince(newest)
  if (version.body === null) throw withoutBody(version)
  await goTo(tx, asking, version, newest)
}

/** The newest changes of one object: its newest version, and how many there are to take back. */
interface Undoing {
  versionId: string
  count: number
}

/**
 * Takes the newest changes of objects back, in the reverse of their order: each is what it was before, and is deleted where it was
 * not. Where one of them is refused, none is taken back.
 * @throws ApiError E0000113 where one of them was changed since; else as {@link restoreVersion}
 */
export async function undoVersions(tx: Tx, asking: Asking, changes: readonly Undoing[]): Promise<void> {
  for (const [at, change] of [...changes.entries()].toReversed())
    await undoChanges(tx, asking, change, () => invalid(`changes[${at}].versionId`, NONE_BEFORE))
}

/** The same for the newest change of one object. @throws as {@link undoVersions} */
export function undoVersion(tx: Tx, asking: Asking, versionId: string): Promise<void> {
  return undoChanges(tx, asking, { versionId, count: 1 }, () => invalid('versionId', NONE_BEFORE, 'path'))
}

const NONE_BEFORE = 'no version is stored from before this change'

async function undoChanges(
  tx: Tx,
  asking: Asking,
  { versionId, count }: Undoing,
  noneBefore: () => ApiError,
): Promise<void> {
  const given = await requireVersion(tx, asking.hasScope, versionId)
  await assertMayChange(tx, asking.hasScope, given)
  const newest = await newestVersion(tx, given)
  if (newest.version !== given.version) throw changedSince(newest)
  const first = count === 1 ? newest : await versionNumbered(tx, newest, newest.version - count + 1)
  if (!first || first.action === 'baseline') throw noneBefore()
  const before = first.action === 'created' ? null : await versionNumbered(tx, newest, first.version - 1)
  if (before) await goTo(tx, asking, before, newest)
  else await RESTORE[newest.kind].remove(tx, newest)
}

async function goTo(
  tx: Tx,
  { box }: Asking,
  { kind, body, parentId }: ObjectVersionRow,
  newest: ObjectVersionRow,
): Promise<void> {
  // WHY the cast: the kind in the row says which body it has.
  const { restore } = RESTORE[kind] as unknown as { restore: (tx: Tx, restoring: object) => Promise<void> }
  await restore(tx, { to: body, parentId, newest, current: newest.body, box })
}

const withoutBody = ({ action }: ObjectVersionRow): ApiError =>
  notRestorable(
    action === 'deleted'
      ? 'the object was deleted by then; restore the version before it'
      : 'what it had was forgotten with the person',
  )

function changedSince({ version, actor, name }: ObjectVersionRow): ApiError {
  const who = actor.displayName ?? actor.id
  return new ApiError('E0000113', {
    values: { why: `${name ?? 'the object'} was changed since` },
    causes: [{ errorSummary: `${who} has made version ${version} of it since.` }],
  })
}
