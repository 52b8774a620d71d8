import type { ObjectVersion } from '#contract/gatehouse/version.ts'

const KIND_LABELS: Readonly<Record<ObjectVersion['kind'], string>> = {
  policy: 'Policy',
  rule: 'Rule',
  zone: 'Zone',
  mapping: 'Application',
  user: 'Person',
  group: 'Group',
  groupRule: 'Group rule',
  userType: 'User type',
  schema: 'Schema of',
  app: 'Application',
  identityProvider: 'Identity provider',
  authenticator: 'Authenticator',
  behavior: 'Behavior',
  deviceAssurance: 'Device assurance',
  authorizationServer: 'Authorization server',
  serverScope: 'Scope',
  serverClaim: 'Claim',
  eventHook: 'Event hook',
}

const ACTION_LABELS: Readonly<Record<ObjectVersion['action'], string>> = {
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
  baseline: 'as first stored',
}

/** A mapping has no other name than its application's, and is never changed. */
const MAPPING_LABELS: Readonly<Partial<Record<ObjectVersion['action'], string>>> = {
  created: 'assigned',
  deleted: 'no longer assigned',
}

/** What became of an object, such as "Rule “Contractors” changed". */
export function versionText({ kind, name, objectId, action }: ObjectVersion): string {
  const done = (kind === 'mapping' && MAPPING_LABELS[action]) || ACTION_LABELS[action]
  return `${KIND_LABELS[kind]} “${name ?? objectId}” ${done}`
}

/** What restoring comes to. @param then which version it is of, such as "version 2, of 3 May" @param policy of a mapping */
export function restoreText({ kind, name, objectId }: ObjectVersion, isGone: boolean, then: string, policy: string) {
  const object = `“${name ?? objectId}”`
  if (kind === 'mapping') return `${object} gets the policy “${policy}” again, in place of the one that it has now.`
  return isGone
    ? `${object} was deleted. It comes back under its own id, as in ${then}.`
    : `${object} becomes what it was in ${then}.`
}

/** Whether there is more to see of a version than its line says. */
export const hasContent = ({ kind }: ObjectVersion): boolean => kind !== 'mapping'

/** Who made a version. */
export const makerText = ({ actor }: ObjectVersion): string => actor.displayName ?? actor.id
