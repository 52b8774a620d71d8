import type { ObjectVersion } from '#contract/gatehouse/version.ts'

const KIND_LABELS: Readonly<Record<ObjectVersion['kind'], string>> = {
  policy: 'Policy',
  rule: 'Rule',
  zone: 'Zone',
  mapping: 'Application',
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

/** Who made a version. */
export const makerText = ({ actor }: ObjectVersion): string => actor.displayName ?? actor.id
