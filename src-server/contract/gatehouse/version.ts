/** The kinds of objects whose versions are stored. */
export const VERSION_KINDS = ['policy', 'rule', 'zone', 'mapping'] as const
export type VersionKind = (typeof VERSION_KINDS)[number]

/** One state of a policy, rule, zone or mapping, and who made it so. */
export interface ObjectVersion {
  /** `baseline`: as the object was when versions began to be stored, or when it came with many others at once. */
  action: 'created' | 'updated' | 'deleted' | 'baseline'
  /** Who changed it, as events name their actor. */
  actor: { id: string; type: string; displayName: string | null }
}
