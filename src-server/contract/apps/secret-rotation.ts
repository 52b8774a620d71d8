import { z } from 'zod'
import { momentSchema, type ActiveStatus } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** What can be done with the secrets of a client, in the order of a rotation; the last two go back, or tidy up. */
const ROTATION_STEPS = ['begin', 'finish', 'remove', 'cancel', 'restore'] as const
export type RotationStep = (typeof ROTATION_STEPS)[number]

/**
 * Where a rotation is. `NONE`: no client gets in by a secret; `SINGLE`: one secret; `OVERLAP`: two active ones, of which clients may
 * use either; `RETIRED`: the former one is inactive and can still come back.
 */
const ROTATION_STATES = ['NONE', 'SINGLE', 'OVERLAP', 'RETIRED'] as const
type RotationState = (typeof ROTATION_STATES)[number]

const stepSchema = z.object({
  step: z.enum(ROTATION_STEPS),
  /** The secret that it is done to; null where it makes one, or where there is none. */
  secretId: z.string().nullable(),
  allowed: z.boolean(),
  /** Whether it could cut clients off, so that it has to be confirmed. */
  needsConfirmation: z.boolean(),
  /** What it does; why it cannot be done; or why it has to be confirmed. */
  reason: z.string(),
})
export type RotationStepView = z.output<typeof stepSchema>

export const secretRotationSchema = z
  .object({
    state: z.enum(ROTATION_STATES),
    summary: z.string(),
    /** While two are active: since when, and from when on clients have had the time to change over. */
    overlap: z.object({ since: momentSchema, until: momentSchema }).nullable(),
    next: z.enum(ROTATION_STEPS).nullable(),
    steps: z.array(stepSchema),
  })
  .meta({ id: 'SecretRotation' })
export type SecretRotation = z.output<typeof secretRotationSchema>

export const rotationRequestSchema = z
  .strictObject({ step: z.enum(ROTATION_STEPS), confirm: z.boolean().default(false) })
  .meta({ id: 'SecretRotationStep' })

/**
 * What of a secret a rotation goes by. Moments are ISO 8601; `lastUpdated` is when its status last changed, `lastUsed` when a client last
 * got in by it, null for never.
 */
export interface RotatedSecret {
  id: string
  status: ActiveStatus
  created: string
  lastUpdated: string
  lastUsed: string | null
}

const HOUR_MS = 3_600_000

/**
 * Where the rotation of a client's secret is, and what is safe to do next. Pure, so that the service that does a step and the page that
 * offers it go by the same.
 * @param secrets the oldest first @param now ISO 8601
 */
export function rotationState(secrets: readonly RotatedSecret[], now: string): SecretRotation {
  const active = secrets.filter(({ status }) => status === 'ACTIVE')
  const inactive = secrets.filter(({ status }) => status === 'INACTIVE')
  const state = stateOf(active.length, inactive.length)
  const overlap = state === 'OVERLAP' ? overlapOf(active) : null
  const situation: Situation = { active, inactive, hasRoom: secrets.length < LIMITS.clientSecrets, overlap, now }
  const steps = ROTATION_STEPS.map((step) => ({ step, ...STEPS[step](situation) }))
  return { state, summary: SUMMARIES[state], overlap, next: nextOf(state, situation), steps }
}

interface Situation {
  active: readonly RotatedSecret[]
  inactive: readonly RotatedSecret[]
  hasRoom: boolean
  overlap: { since: string; until: string } | null
  now: string
}

function stateOf(active: number, inactive: number): RotationState {
  if (active === 0) return 'NONE'
  if (active > 1) return 'OVERLAP'
  return inactive > 0 ? 'RETIRED' : 'SINGLE'
}

const SUMMARIES: Readonly<Record<RotationState, string>> = {
  NONE: 'No secret is active: no client gets in by one.',
  SINGLE: 'One secret is active. Clients use it.',
  OVERLAP: 'Two secrets are active. Clients can use either; give them the newer one.',
  RETIRED: 'One secret is active. The former one is inactive and can still come back.',
}

function overlapOf(active: readonly RotatedSecret[]) {
  const since =
    active
      .map(({ lastUpdated }) => lastUpdated)
      .sort()
      .at(-1) ?? ''
  const until = new Date(Date.parse(since) + LIMITS.secretOverlapHours * HOUR_MS).toISOString()
  return { since, until }
}

/** A rotation waits in its overlap until clients have had the time to change over: then nothing is next. */
function nextOf(state: RotationState, { inactive, overlap, now }: Situation): RotationStep | null {
  if (state === 'NONE') return inactive.length > 0 ? 'restore' : 'begin'
  if (state === 'SINGLE') return 'begin'
  if (state === 'RETIRED') return 'remove'
  return overlap && now >= overlap.until ? 'finish' : null
}

type Verdict = Omit<RotationStepView, 'step'>

const can = (secretId: string | null, reason: string, needsConfirmation = false): Verdict => ({
  secretId,
  allowed: true,
  needsConfirmation,
  reason,
})
const cannot = (reason: string): Verdict => ({ secretId: null, allowed: false, needsConfirmation: false, reason })

const STEPS: Readonly<Record<RotationStep, (situation: Situation) => Verdict>> = {
  begin: ({ hasRoom, active }) => {
    if (hasRoom) return can(null, 'Adds a second secret. The one that clients use now goes on working.')
    return cannot(
      active.length > 1
        ? 'A rotation is under way: both secrets are active.'
        : 'A client has two secrets at the most; delete the inactive one first.',
    )
  },
  finish: ({ active: [older, newer], overlap, now }) => {
    if (!older || !newer || !overlap) return cannot('There is no other active secret that clients could use instead.')
    const { lastUsed } = older
    if (lastUsed !== null && lastUsed >= dayBefore(now))
      return can(older.id, `The older secret was used ${agoText(lastUsed, now)}. ${CUT_OFF}`, true)
    if (now >= overlap.until) return can(older.id, 'Makes the older secret inactive. It can still come back.')
    const since = hoursText(overlap.since, now)
    return can(older.id, `Both secrets have been active for ${since}. ${CUT_OFF}`, true)
  },
  cancel: ({ active: [older, newer], now }) => {
    if (!older || !newer) return cannot('No rotation is under way.')
    const used = newer.lastUsed === null ? 'No use of it was noted.' : `It was used ${agoText(newer.lastUsed, now)}.`
    const effect = 'Makes the newer secret inactive. A client that uses it already would be cut off.'
    return can(newer.id, `${effect} ${used}`, true)
  },
  restore: ({ inactive: [first] }) => {
    if (!first) return cannot('No secret is inactive.')
    return can(first.id, 'Makes the inactive secret active again, for clients that still use it.')
  },
  remove: ({ active, inactive: [first] }) => {
    if (!first) return cannot('Only an inactive secret can be deleted.')
    if (active.length === 0) return cannot('No secret is active; this one may be needed again.')
    return can(first.id, 'Deletes the inactive secret for good.')
  },
}

const CUT_OFF = 'A client that has not been given the newer one would be cut off.'
const dayBefore = (now: string) => new Date(Date.parse(now) - LIMITS.secretOverlapHours * HOUR_MS).toISOString()
const agoText = (moment: string, now: string) => `${hoursText(moment, now)} ago`

function hoursText(since: string, now: string): string {
  const hours = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / HOUR_MS))
  if (hours === 0) return 'less than an hour'
  return hours === 1 ? '1 hour' : `${hours} hours`
}
