import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'

export interface PeopleActMeta {
  readonly label: string
  readonly isUndoable: boolean
  /** Of an act that needs a group: the same with its name. */
  readonly ofGroup?: (name: string) => string
}

/** Something that is done to many people at once: steps of their life, deleting who is deactivated, joining and leaving a group. */
export const PEOPLE_ACTS = {
  activate: { label: 'Activate', isUndoable: true },
  unlock: { label: 'Unlock', isUndoable: false },
  expire_password: { label: 'Expire password', isUndoable: false },
  reset_factors: { label: 'Reset factors', isUndoable: false },
  suspend: { label: 'Suspend', isUndoable: true },
  unsuspend: { label: 'Unsuspend', isUndoable: true },
  deactivate: { label: 'Deactivate', isUndoable: true },
  delete: { label: 'Delete', isUndoable: false },
  add_to_group: { label: 'Add to group', isUndoable: true, ofGroup: (name) => `Add to ${name}` },
  remove_from_group: { label: 'Remove from group', isUndoable: true, ofGroup: (name) => `Remove from ${name}` },
} as const satisfies Record<string, PeopleActMeta>
export type PeopleAct = keyof typeof PEOPLE_ACTS

/** In the order in which they are offered. */
export const PEOPLE_ACT_NAMES = Object.keys(PEOPLE_ACTS) as [PeopleAct, ...PeopleAct[]]

/** Those that need a group. */
export const GROUP_ACTS: ReadonlySet<PeopleAct> = new Set(
  PEOPLE_ACT_NAMES.filter((act) => 'ofGroup' in PEOPLE_ACTS[act]),
)

/**
 * Where a change is. `FINDING`: it looks whom it concerns, and nothing has changed. `ENDED`: done, or cut short; what was done until
 * then stays. `REVERTING` and `REVERTED`: it is taken back.
 */
const stateSchema = z.enum(['WAITING', 'FINDING', 'APPLYING', 'ENDED', 'REVERTING', 'REVERTED'])
export type PeopleChangeState = z.output<typeof stateSchema>

/** What became of one person. `KEPT`: could not be taken back, because they were changed since. */
export type PeopleOutcome = 'PENDING' | 'CHANGED' | 'UNCHANGED' | 'REFUSED' | 'REVERTED' | 'KEPT'

export const peopleChangeWriteSchema = z
  .object({
    act: z.enum(PEOPLE_ACT_NAMES),
    groupId: idSchema
      .optional()
      .meta({ description: `The group, for ${[...GROUP_ACTS].map((act) => `\`${act}\``).join(' and ')}` }),
    ids: z.array(idSchema).min(1).max(LIMITS.peopleChangeIds).optional(),
    search: z.string().min(1).optional().meta({ description: 'All of whom this expression holds, in place of `ids`' }),
    expected: z.int().min(0).optional().meta({
      description: 'How many people the search found when it was shown; of another number nothing is changed',
    }),
  })
  .meta({ id: 'PeopleChangeWrite' })
export type PeopleChangeWrite = z.output<typeof peopleChangeWriteSchema>

export const peopleChangeSchema = z
  .object({
    id: z.string(),
    act: z.enum(PEOPLE_ACT_NAMES),
    groupId: z.string().nullable(),
    /** What the group is called, or was before it was deleted; null for none, or where that is not known. */
    groupName: z.string().nullable(),
    /** Null where the people were named by their ids. */
    search: z.string().nullable(),
    state: stateSchema,
    /** Why it did not go on to its end, in a sentence; null otherwise. */
    problem: z.string().nullable(),
    /** People, by what became of them; `found` is all of them. */
    counts: z.object({
      found: z.int(),
      pending: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      reverted: z.int(),
      kept: z.int(),
    }),
    /** Why people could not be changed, the most frequent reasons first. */
    reasons: z.array(z.object({ problem: z.string(), count: z.int() })),
    /** The first of those who could not. */
    refused: z.array(z.object({ userId: z.string(), name: z.string(), problem: z.string() })),
    undoable: z.boolean(),
    /** The job that works at it, or worked last. */
    jobId: z.string().nullable(),
    created: momentSchema,
  })
  .meta({ id: 'PeopleChange' })
export type PeopleChange = z.output<typeof peopleChangeSchema>
