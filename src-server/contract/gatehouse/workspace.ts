import { z } from 'zod'
import { activeStatusSchema, momentSchema } from '../interface/fields.ts'
import { logConcernSchema } from '../log/log-concern.ts'
import { RULE_CONDITIONS } from '../policy/conditions.ts'
import { POLICY_TYPE_NAMES } from '../policy/policy-types.ts'
import { ENGINES } from './engine.ts'

export { ENGINE_LABELS, ENGINES, type Engine } from './engine.ts'

/**
 * What Gatehouse itself adds beside the interface, under `/gatehouse/v1`: facts about the workspace that the desktop
 * and a browser both show. None of it is part of `/api/v1`.
 */

/** Whether the open file is still where it was opened; `UNSYNCED` when its disk refused to keep what was written. */
const FILE_STATES = ['IN_PLACE', 'MISSING', 'REPLACED', 'UNSYNCED'] as const
export type FileState = (typeof FILE_STATES)[number]

export const workspaceSchema = z
  .object({
    version: z.string(),
    startedAt: momentSchema,
    url: z.string(),
    engine: z.enum(ENGINES),
    organization: z.string(),
    /** Absolute path of the workspace file, its size with the write-ahead log, and the newest backup beside it. */
    file: z.string(),
    sizeBytes: z.int(),
    fileState: z.enum(FILE_STATES).meta({
      description:
        'Whether the open file is still there; once it was deleted, moved or replaced, or its disk failed, changes are refused until the service starts again',
    }),
    logConcerns: z.array(logConcernSchema).meta({
      description: 'Why the audit log waits for a person: it is not sealed, or old events are not removed',
    }),
    /** Path of the file that holds the API token; null when the token was given at the start and is in no file. */
    tokenFile: z.string().nullable(),
    lastBackup: momentSchema.nullable(),
    vocabulary: z.string().meta({ description: 'The name of the words that clients speak; `svc` for our own' }),
    hasFaults: z.boolean().meta({ description: 'Whether requests of clients fail on purpose' }),
    hasOwnerAlone: z.boolean().meta({ description: 'Whether no person was added to the owner' }),
    sampleLoaded: z.boolean(),
    draft: z
      .object({
        id: z.string(),
        name: z.string(),
        changes: z.int().meta({ description: 'Events of changes in its own log' }),
      })
      .nullable()
      .meta({ description: 'The draft that this is; null for a workspace' }),
    counts: z.object({
      policies: z.record(z.enum(POLICY_TYPE_NAMES), z.int()),
      rules: z.int(),
      users: z.int(),
      groups: z.int(),
      apps: z.int(),
      zones: z.int(),
      events: z.int(),
    }),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof workspaceSchema>

/** A finding of the Overview's "Needs attention". */
export const workspaceFindingSchema = z
  .object({
    kind: z.enum([
      'dangling-reference',
      'reaches-no-one',
      'cannot-be-satisfied',
      'denies-many',
      'one-factor-for-all',
      'exemption',
      'no-active-rule',
      'shadowed-rule',
      'contradictory-rule',
      'equal-rule',
      'redundant-rule',
      'needless-condition',
      'not-decided',
    ]),
    policyId: z.string(),
    policyName: z.string(),
    policyType: z.enum(POLICY_TYPE_NAMES),
    ruleId: z.string().nullable(),
    ruleName: z.string().nullable(),
    /** The problem, as one sentence. */
    message: z.string(),
  })
  .meta({ id: 'WorkspaceFinding' })
export type WorkspaceFinding = z.output<typeof workspaceFindingSchema>

/** A finding about an event hook. */
export const hookFindingSchema = z
  .object({
    kind: z.enum(['failing-hook', 'paused-hook', 'unverified-hook']),
    hookId: z.string(),
    hookName: z.string(),
    message: z.string(),
  })
  .meta({ id: 'HookFinding' })
export type HookFinding = z.output<typeof hookFindingSchema>

/** A finding about backups. */
export const backupFindingSchema = z
  .object({ kind: z.enum(['failed-backup']), message: z.string() })
  .meta({ id: 'BackupFinding' })
export type BackupFinding = z.output<typeof backupFindingSchema>

/** One place that names a group, person, zone, application or another supporting object. */
export const objectReferenceSchema = z
  .object({
    policyId: z.string(),
    policyName: z.string(),
    policyType: z.enum(POLICY_TYPE_NAMES),
    /** Null where the policy itself names it. */
    ruleId: z.string().nullable(),
    ruleName: z.string().nullable(),
    path: z.string().meta({
      description:
        'Where in the policy or rule, such as `conditions.people.groups.include`; `mapping` for an application',
    }),
    status: activeStatusSchema.meta({
      description: 'INACTIVE where the rule or its policy is: it decides nothing now',
    }),
  })
  .meta({ id: 'ObjectReference' })
export type ObjectReference = z.output<typeof objectReferenceSchema>

const namedSchema = z.object({ id: z.string(), name: z.string().nullable() })

/** The audience of a policy and its references; a null name is a reference to a deleted object. */
export const policyAudienceSchema = z
  .object({
    policyId: z.string(),
    groups: z.array(namedSchema),
    /** Whom the policy's conditions or the applications mapped to it admit, of all but deprovisioned ones. */
    people: z.int(),
    rules: z.int(),
    activeRules: z.int(),
    apps: z.array(namedSchema),
    /** References in conditions and actions to things that no longer exist. */
    dangling: z.array(z.string()),
  })
  .meta({ id: 'PolicyAudience' })
export type PolicyAudience = z.output<typeof policyAudienceSchema>

/** A draft of conditions whose reach is asked for while it is edited. */
export const audienceRequestSchema = z
  .object({
    policyId: z.string().min(1),
    /** Conditions of a draft rule; absent: the policy's own. */
    people: z
      .object({
        users: z
          .object({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() })
          .optional(),
        groups: z
          .object({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() })
          .optional(),
      })
      .nullish(),
    userType: z.object({ include: z.array(z.string()), exclude: z.array(z.string()) }).nullish(),
    elCondition: RULE_CONDITIONS.elCondition.nullish(),
    userIdentifier: RULE_CONDITIONS.userIdentifier.nullish(),
  })
  .meta({ id: 'AudienceRequest' })

export const audienceSchema = z
  .object({
    people: z.int().meta({
      description:
        'People whom neither the policy nor the draft keeps out, by their groups, type and attributes; networks, devices and risks are not asked',
    }),
    undecided: z.int().meta({
      description:
        'How many of them their attributes alone do not decide: the expression depends on the sign-in, or cannot be read',
    }),
    total: z
      .int()
      .meta({ description: 'All people who are not deprovisioned, those who are suspended or locked out too' }),
    sample: z.array(namedSchema).max(5),
  })
  .meta({ id: 'Audience' })
