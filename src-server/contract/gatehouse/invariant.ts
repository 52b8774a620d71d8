import { z } from 'zod'
import { descriptionSchema, momentSchema, nameOfLength, periodSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { RULE_CONDITIONS } from '../policy/conditions.ts'
import { explanationRequestSchema } from '../policy/simulation.ts'

/** An invariant: what has to hold of every sign-in there could be, as "No one outside IT opens Payroll from an unmanaged device". */

/** WHY not that of rules: there a device that is not managed has to be registered; here it is any such device. */
const deviceSchema = z
  .strictObject({ registered: z.boolean().optional(), managed: z.boolean().optional() })
  .refine((device) => Object.keys(device).length > 0, 'say at least one of registered and managed')
  .meta({ id: 'InvariantDevice' })

/** Whose sign-ins, and in which situation. What is left out may be anything. */
const scopeSchema = z
  .strictObject({
    people: RULE_CONDITIONS.people.optional(),
    userType: RULE_CONDITIONS.userType.optional(),
    network: RULE_CONDITIONS.network.optional(),
    device: deviceSchema.optional(),
    platform: RULE_CONDITIONS.platform.optional(),
    riskScore: RULE_CONDITIONS.riskScore.optional(),
  })
  .meta({ id: 'InvariantScope' })
export type InvariantScope = z.output<typeof scopeSchema>

/** What has to be so for each sign-in in the scope. */
const claimSchema = z
  .discriminatedUnion('kind', [
    /** No sign-in gets in. */
    z.strictObject({ kind: z.literal('DENIED') }),
    /** Every sign-in gets in, if the factors that are asked for are proved. */
    z.strictObject({ kind: z.literal('ALLOWED') }),
    z.strictObject({ kind: z.literal('FACTORS'), factors: z.int().min(2).max(LIMITS.chainSteps) }),
    z.strictObject({ kind: z.literal('NOT_PASSWORD_ALONE') }),
    z.strictObject({ kind: z.literal('PHISHING_RESISTANT') }),
    /** People authenticate again for the application when so much time has gone by. */
    z.strictObject({ kind: z.literal('REAUTHENTICATE'), within: periodSchema }),
    /** The session ends by then, whether it is used or not. */
    z.strictObject({ kind: z.literal('SESSION_ENDS'), minutes: z.int().min(1).max(525_600) }),
  ])
  .meta({ id: 'InvariantClaim' })
export type InvariantClaim = z.output<typeof claimSchema>
export type ClaimKind = InvariantClaim['kind']

/** What a claim is about: signing in by itself, opening applications, or either. */
export const CLAIM_ABOUT = {
  DENIED: 'either',
  ALLOWED: 'either',
  FACTORS: 'either',
  NOT_PASSWORD_ALONE: 'either',
  PHISHING_RESISTANT: 'apps',
  REAUTHENTICATE: 'apps',
  SESSION_ENDS: 'session',
} as const satisfies Record<ClaimKind, 'either' | 'apps' | 'session'>

/** Why a claim does not go with what it is said of; null where it does. */
function misplaced({ claim, app }: { claim: InvariantClaim; app: object | null }): string | null {
  const about = CLAIM_ABOUT[claim.kind]
  if (about === 'apps' && !app) return 'must say which applications: the claim is about opening them'
  return about === 'session' && app ? 'must be null: the claim is about the session' : null
}

export const invariantWriteSchema = z
  .strictObject({
    name: nameOfLength(LIMITS.nameLength),
    description: descriptionSchema,
    scope: scopeSchema.prefault({}),
    app: RULE_CONDITIONS.app.nullish().transform((app) => app ?? null),
    claim: claimSchema,
  })
  .superRefine((invariant, context) => {
    const message = misplaced(invariant)
    if (message !== null) context.addIssue({ code: 'custom', path: ['app'], message })
  })
  .meta({ id: 'InvariantWrite' })
export type InvariantWrite = z.output<typeof invariantWriteSchema>

export const invariantSchema = z
  .object({
    ...{ id: z.string(), name: z.string(), description: z.string().nullable() },
    ...{ scope: scopeSchema, app: RULE_CONDITIONS.app.nullable(), claim: claimSchema },
    ...{ created: momentSchema, lastUpdated: momentSchema },
  })
  .meta({ id: 'Invariant' })
export type Invariant = z.output<typeof invariantSchema>

/**
 * `DEPENDS`: broken if something is so that cannot be told without the running service, such as where an address is. `NOT_DECIDED`: the
 * question could not be answered, for which there is a reason.
 */
export const INVARIANT_STATES = ['HOLDS', 'BROKEN', 'DEPENDS', 'NOT_DECIDED'] as const
export type InvariantState = (typeof INVARIANT_STATES)[number]

/** A sign-in that breaks an invariant. */
const counterexampleSchema = z
  .object({
    /** Who could do it today; null: no one who is there, but somebody could. */
    person: z.object({ id: z.string(), name: z.string(), login: z.string() }).nullable(),
    /** The application; null where the invariant is about signing in. */
    app: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Whose sign-in from where with what, as words: "from 192.0.2.1, at high risk, on an unmanaged device". */
    situation: z.string(),
    /** What has to be so besides and no simulation can be told, each a phrase. */
    needs: z.array(z.string()),
    /** The same for a simulation; null where none can be told all of it. */
    request: explanationRequestSchema.nullable(),
  })
  .meta({ id: 'InvariantCounterexample' })
export type InvariantCounterexample = z.output<typeof counterexampleSchema>

const resultSchema = z
  .object({
    /** Null for one that is not saved. */
    id: z.string().nullable(),
    name: z.string(),
    /** The invariant as a sentence. */
    sentence: z.string(),
    state: z.enum(INVARIANT_STATES),
    /** Why, in a sentence: what was proved, what the counterexample comes to, what could not be decided. */
    text: z.string(),
    counterexample: counterexampleSchema.nullable(),
  })
  .meta({ id: 'InvariantResult' })
export type InvariantResult = z.output<typeof resultSchema>

export const invariantCheckRequestSchema = z
  .strictObject({
    ids: z
      .array(z.string().min(1).max(LIMITS.idLength))
      .max(LIMITS.invariants)
      .optional()
      .meta({ description: 'Which invariants of the workspace; absent: all, unless others are given' }),
    invariants: z
      .array(invariantWriteSchema)
      .max(LIMITS.invariants)
      .optional()
      .meta({ description: 'Others, which need not be saved' }),
  })
  .meta({ id: 'InvariantCheckRequest' })
export type InvariantCheckRequest = z.output<typeof invariantCheckRequestSchema>

export const invariantCheckSchema = z
  .object({
    ...{ holding: z.int(), broken: z.int(), open: z.int() },
    results: z.array(resultSchema),
  })
  .meta({ id: 'InvariantCheck' })
export type InvariantCheck = z.output<typeof invariantCheckSchema>

/** What a change makes of the invariants of a workspace. */
export const invariantImpactSchema = z
  .object({
    checked: z.int(),
    /** Those that hold before it and not after it, or of which that is not known any more, as they are after it. */
    breaks: z.array(resultSchema),
    /** Names of those that it makes hold again. */
    mends: z.array(z.string()),
    /** How many are broken before and after it. */
    brokenAlready: z.int(),
    /** Names of those that were not decided in time, before it or after it; they are among no others. Absent in what older programs stored. */
    notDecided: z.array(z.string()).optional(),
  })
  .meta({ id: 'InvariantImpact' })
export type InvariantImpact = z.output<typeof invariantImpactSchema>

/** "breaks 2 invariants and may break 1"; null where it breaks none, by proof. */
export function breaksText(impact: InvariantImpact | undefined): string | null {
  const [broken, open] = [impact?.breaks.length ?? 0, impact?.notDecided?.length ?? 0]
  const counted = (count: number) => (count === 1 ? '1 invariant' : `${count} invariants`)
  if (broken > 0) return `breaks ${counted(broken)}${open > 0 ? ` and may break ${open}` : ''}`
  return open > 0 ? `may break ${counted(open)}` : null
}
