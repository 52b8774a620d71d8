import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import { free, type Term } from '../formula/term.ts'
import type { TextParts } from '../types.ts'
import { UNKNOWN } from '../verdict.ts'
import { app } from './app.ts'
import { clients, grantTypes, scopes } from './client.ts'
import {
  allOf,
  NOTHING,
  type CompiledCondition,
  type ConditionKind,
  type Environment,
  type PathTest,
  type TermEnvironment,
} from './condition.ts'
import { device } from './device.ts'
import { elCondition } from './expression.ts'
import { network } from './network.ts'
import { people } from './people.ts'
import { platform } from './platform.ts'
import { entityRisk, risk, riskDetectionTypes, riskScore } from './risk.ts'
import { authContext, authProvider, identityProvider } from './sign-in.ts'
import { userIdentifier } from './user-identifier.ts'
import { userType } from './user-type.ts'

/** The conditions of a policy or of a rule. */
export type Conditions = PolicyConditions | RuleConditions

/**
 * Every kind of condition by its key. The order is that of explanations: people, place, device; the most
 * expensive to evaluate last.
 */
export const CONDITION_KINDS = {
  people,
  userType,
  authProvider,
  app,
  network,
  device,
  platform,
  riskScore,
  risk,
  entityRisk,
  riskDetectionTypes,
  authContext,
  identityProvider,
  clients,
  grantTypes,
  scopes,
  userIdentifier,
  elCondition,
} as const satisfies { [Key in keyof PolicyConditions | keyof RuleConditions]-?: unknown }

type AnyKind = ConditionKind<unknown>

const ORDER = new Map(Object.keys(CONDITION_KINDS).map((key, index) => [key, index]))
const orderOf = (key: string) => ORDER.get(key) ?? ORDER.size

/** A condition that a newer file may hold and this program does not know must not read as "met by everyone". */
function unknownKind(key: string): AnyKind {
  const path: PathTest = {
    path: key,
    test: () => UNKNOWN,
    expected: () => ['something unknown'],
    actual: () => ['nothing'],
    missing: () => null,
  }
  return {
    compile: () => allOf([path]),
    // A newer program may decide it.
    term: (value) => free(`${key} ${JSON.stringify(value)}`),
    phrases: () => [[`under the unknown condition ${key}`]],
  }
}

interface SetCondition {
  key: string
  kind: AnyKind
  value: unknown
}

const TABLE = CONDITION_KINDS as unknown as Readonly<Record<string, AnyKind>>

/** The conditions that are set, in the table's order; null and absence set none. */
function setConditions(conditions: Conditions | null | undefined): SetCondition[] {
  if (!conditions) return []
  const set: SetCondition[] = []
  for (const [key, value] of Object.entries(conditions)) {
    if (value === undefined || value === null) continue
    set.push({ key, kind: ORDER.has(key) ? (TABLE[key] as AnyKind) : unknownKind(key), value })
  }
  return set.length > 1 ? set.sort((a, b) => orderOf(a.key) - orderOf(b.key)) : set
}

function compileShared({ key, kind, value }: SetCondition, environment: Environment): CompiledCondition {
  const { shared } = environment
  // Lists of people are seldom equal, and quick to compile.
  if (!shared || key === 'people') return kind.compile(value, environment)
  const text = `${key} ${JSON.stringify(value)}`
  const known = shared.get(text)
  if (known) return known
  const made = kind.compile(value, environment)
  const cached = made === NOTHING ? made : Object.assign(made, { serial: shared.size })
  shared.set(text, cached)
  return cached
}

/** Compiles all conditions that are set; those that ask for nothing leave nothing. */
export function compileConditions(
  conditions: Conditions | null | undefined,
  environment: Environment,
): CompiledCondition[] {
  const compiled: CompiledCondition[] = []
  for (const condition of setConditions(conditions)) {
    const made = compileShared(condition, environment)
    if (made !== NOTHING) compiled.push(made)
  }
  return compiled
}

/** When all conditions that are set are met, and when one is not, each with its key. */
export function termsOf(
  conditions: Conditions | null | undefined,
  environment: TermEnvironment,
): { key: string; term: Term }[] {
  return setConditions(conditions).map(({ key, kind, value }) => ({ key, term: kind.term(value, environment) }))
}

/** What the conditions ask for, as phrases that follow "if". */
export function conditionPhrases(conditions: Conditions | null | undefined): TextParts[] {
  return setConditions(conditions).flatMap(({ kind, value }) => kind.phrases(value))
}
