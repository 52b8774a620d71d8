import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { SIGN_ON_MODES } from '../apps/sign-on-modes.ts'
import { activeStatusSchema, linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'

/** What limits a role: the people of some groups and these groups, or some applications; null: it cannot be limited. For which of its rights: `role-permissions.ts`. */
export type RoleLimit = 'groups' | 'apps' | null

interface RoleDefinition {
  readonly label: string
  /** The id of every assignment of it; null: each has its own (spec/5 §10). */
  readonly sharedId: string | null
  readonly limitedBy: RoleLimit
}

/**
 * The standard administrator roles (spec/5 §10), the one with most permissions first. Their permissions are in `role-permissions.ts`. The shared ids
 * are the types as base32 without padding.
 */
export const ADMIN_ROLES = {
  SUPER_ADMIN: { label: 'Super Administrator', sharedId: null, limitedBy: null },
  ORG_ADMIN: { label: 'Organization Administrator', sharedId: null, limitedBy: null },
  APP_ADMIN: { label: 'Application Administrator', sharedId: 'IFIFAX2BIRGUSTQ', limitedBy: 'apps' },
  USER_ADMIN: { label: 'Group Administrator', sharedId: 'KVJUKUS7IFCE2SKO', limitedBy: 'groups' },
  HELP_DESK_ADMIN: { label: 'Help Desk Administrator', sharedId: 'JBCUYUC7IRCVGS27IFCE2SKO', limitedBy: 'groups' },
  GROUP_MEMBERSHIP_ADMIN: {
    label: 'Group Membership Administrator',
    sharedId: 'I5JE6VKQL5GUKTKCIVJFGSCJKBPUCRCNJFHA',
    limitedBy: 'groups',
  },
  API_ACCESS_MANAGEMENT_ADMIN: {
    label: 'API Access Management Administrator',
    sharedId: null,
    limitedBy: null,
  },
  MOBILE_ADMIN: { label: 'Mobile Administrator', sharedId: null, limitedBy: null },
  REPORT_ADMIN: { label: 'Report Administrator', sharedId: null, limitedBy: null },
  READ_ONLY_ADMIN: { label: 'Read-only Administrator', sharedId: null, limitedBy: null },
} as const satisfies Record<string, RoleDefinition>

export type RoleType = keyof typeof ADMIN_ROLES
export const ROLE_TYPES = Object.keys(ADMIN_ROLES) as [RoleType, ...RoleType[]]

/** The type of which every assignment has an id, as have all that can be limited; undefined: an id of one assignment. */
export const roleTypeOfShared = (id: string): RoleType | undefined =>
  ROLE_TYPES.find((type) => ADMIN_ROLES[type].sharedId === id)

/** What a role is assigned to; a client is an application that calls this interface by itself. */
export const ASSIGNEE_KINDS = ['USER', 'GROUP', 'CLIENT'] as const
export type AssigneeKind = (typeof ASSIGNEE_KINDS)[number]

/** A role of a person, group or client, in the order of the wire (spec/5 §10). */
export const roleAssignmentSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    type: z.enum(ROLE_TYPES),
    status: z.literal('ACTIVE'),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    assignmentType: z
      .enum(ASSIGNEE_KINDS)
      .meta({ description: 'What it was assigned to; `GROUP` for a person who has it by a group' }),
    _links: linksSchema,
  })
  .meta({ id: 'RoleAssignment' })
export type RoleAssignment = z.output<typeof roleAssignmentSchema>

/** What assigns a role. Custom roles are out of scope. */
export const roleAssignmentWriteSchema = z
  .object({ type: z.enum(ROLE_TYPES, 'is no standard administrator role') })
  .meta({ id: 'RoleAssignmentWrite' })

/**
 * An application that a role is limited to: one instance, which is `{name, status, id, _links}`, or all that a name of the catalogue
 * stands for, which has all else (spec/6 10). Texts that only the public catalogue knows are empty.
 */
export const roleAppTargetSchema = z
  .object({
    name: z.string().meta({ description: 'Of one instance its label, else the name of the catalogue' }),
    displayName: z.string().optional(),
    description: z.string().optional().meta({ description: 'Empty: not known here' }),
    status: activeStatusSchema,
    id: z.string().optional().meta({ description: 'Of one instance; absent: all of this name' }),
    lastUpdated: timestampSchema.optional().meta({ description: 'When the name became a limit of the role' }),
    category: z.string().optional().meta({ description: 'Empty: not known here' }),
    verificationStatus: z.literal('SVC_VERIFIED').optional(),
    website: z.string().optional().meta({ description: 'Empty: not known here' }),
    signOnModes: z.array(z.enum(SIGN_ON_MODES)).optional().meta({ description: 'Empty: not known here' }),
    _links: linksSchema,
  })
  .meta({ id: 'RoleAppTarget' })
export type RoleAppTarget = z.output<typeof roleAppTargetSchema>

/** A page of the people who hold roles: only who they are; `_links.next` is there while there are more (spec/6 operations). */
export const roleHoldersSchema = z
  .object({
    value: z.array(
      z.object({ id: z.string(), orn: worded(z.string(), 'parts'), _links: linksSchema }).meta({ id: 'RoleHolder' }),
    ),
    _links: linksSchema,
  })
  .meta({ id: 'RoleHolders' })
export type RoleHolders = z.output<typeof roleHoldersSchema>

/** What a role is limited to. */
const targetSchema = z.strictObject({
  kind: z.enum(['group', 'app', 'appName']),
  id: idSchema.meta({ description: 'Of the group or application, or the name of the catalogue' }),
})

/** What assigns a role of our own interface: with its limits at once. */
export const limitedRoleWriteSchema = z
  .strictObject({
    kind: z.enum(ASSIGNEE_KINDS),
    id: idSchema.meta({ description: 'Of the person or group, or the client id' }),
    type: z.enum(ROLE_TYPES),
    limits: z.array(targetSchema).max(LIMITS.roleLimits).default([]).meta({ description: 'Empty: it is not limited' }),
  })
  .meta({ id: 'LimitedRoleWrite' })
export type LimitedRoleWrite = z.output<typeof limitedRoleWriteSchema>

/** What a role is limited to, as the program shows it. */
const limitSchema = targetSchema.extend({ name: nameSchema })
export type RoleLimitView = z.output<typeof limitSchema>

/** A role that somebody holds, with why. */
const heldRoleSchema = z
  .object({
    id: z.string(),
    type: z.enum(ROLE_TYPES),
    assignedTo: z.enum(ASSIGNEE_KINDS),
    /** By which group a person has it; absent where it is their own. */
    through: z
      .object({ id: z.string(), name: z.string() })
      .optional()
      .meta({ description: 'The group by which a person has it; absent: it is assigned to them' }),
    limits: z.array(limitSchema).meta({ description: 'Empty: it is not limited' }),
    created: timestampSchema,
  })
  .meta({ id: 'HeldRole' })
export type HeldRole = z.output<typeof heldRoleSchema>

/** A person, group or client with the roles that it holds, as the program shows it. */
export const administratorSchema = z
  .object({
    kind: z.enum(ASSIGNEE_KINDS),
    id: z.string(),
    name: z.string(),
    detail: z.string().nullable().meta({ description: 'The login of a person, the client id of an application' }),
    isActive: z.boolean().meta({ description: 'Whether it can use its roles now' }),
    roles: z.array(heldRoleSchema),
  })
  .meta({ id: 'Administrator' })
export type Administrator = z.output<typeof administratorSchema>

/** What the caller may do. */
export const callerRightsSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    isOwner: z
      .boolean()
      .meta({ description: 'Whether they are the owner of the workspace, to whom the first token belongs' }),
    roles: z.array(z.enum(ROLE_TYPES)),
    permissions: z.array(z.object({ permission: z.string(), limited: z.boolean() })).meta({
      description: 'What they may do to anything at all; `limited` where it is only within the limits of a role',
    }),
  })
  .meta({ id: 'CallerRights' })
export type CallerRights = z.output<typeof callerRightsSchema>
