import type { PolicyConditions, RuleConditions } from '../../contract/conditions.ts'
import type { Words } from '../types.ts'
import { UNKNOWN } from '../verdict.ts'
import { app } from './app.ts'
import { clients, grantTypes, scopes } from './client.ts'
import { allOf, type CompiledCondition, type ConditionKind, type Environment, type PathTest } from './condition.ts'
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
 * Every kind of condition by its key. The order is that of explanations: whom, where, with what; the dearest to
 * evaluate last.
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
    wanted: () => ['something unknown'],
    saw: () => ['nothing'],
    missing: () => null,
  }
  return { compile: () => allOf([path]), phrases: () => [[`under the unknown condition ${key}`]] }
}

/** The conditions that are set, in the table's order; null and absence set none. */
function setConditions(conditions: Conditions | null | undefined): { kind: AnyKind; value: unknown }[] {
  if (!conditions) return []
  const values = conditions as Readonly<Record<string, unknown>>
  const table = CONDITION_KINDS as unknown as Readonly<Record<string, AnyKind>>
  const keys = Object.keys(values).filter((key) => values[key] !== undefined && values[key] !== null)
  if (keys.length > 1) keys.sort((a, b) => orderOf(a) - orderOf(b))
  return keys.map((key) => ({ kind: ORDER.has(key) ? (table[key] as AnyKind) : unknownKind(key), value: values[key] }))
}

/** Compiles all conditions that are set; those that ask for nothing leave nothing. */
export function compileConditions(
  conditions: Conditions | null | undefined,
  environment: Environment,
): CompiledCondition[] {
  return setConditions(conditions)
    .map(({ kind, value }) => kind.compile(value, environment))
    .filter((condition) => condition.paths.length > 0)
}

/** What the conditions ask for, as phrases that follow "if". */
export function conditionPhrases(conditions: Conditions | null | undefined): Words[] {
  return setConditions(conditions).flatMap(({ kind, value }) => kind.phrases(value))
}
