import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { DeviceContext, EvaluationContext, TextParts } from '../types.ts'

type Level = 'LOW' | 'MEDIUM' | 'HIGH'
type DetectionType = NonNullable<NonNullable<RuleConditions['riskDetectionTypes']>['include']>[number]

function device<Key extends keyof DeviceContext>(key: Key) {
  return (value: NonNullable<DeviceContext[Key]>, context: EvaluationContext): Partial<EvaluationContext> => ({
    device: { ...context.device, [key]: value },
  })
}

/** The fields of a simulation request that a counterfactual may change, by their paths, and how each shows in the context. */
const FIELDS = {
  appInstance: (id: string) => ({ app: { id } }),
  'policyContext.groups.ids': (groupIds: readonly string[]) => ({ groupIds }),
  'policyContext.ip': (ip: string | null) => ({ ip }),
  'policyContext.zones': (zones: { ids: readonly string[] } | null) => ({ zoneIds: zones?.ids ?? null }),
  'policyContext.risk': ({ level }: { level: Level }) => ({ risk: level }),
  'policyContext.entityRisk': ({ level }: { level: Level }) => ({ entityRisk: level }),
  'policyContext.device.platform': device('platform'),
  'policyContext.device.registered': device('registered'),
  'policyContext.device.managed': device('managed'),
  'policyContext.device.assuranceId': device('assuranceId'),
  'policyContext.identifier': (identifier: string) => ({ identifier }),
  'policyContext.authType': (authType: 'LDAP_INTERFACE') => ({ authType }),
  'policyContext.identityProvider': (identityProvider: { type: 'SVC' } | { type: 'IDP'; id: string }) => ({
    identityProvider,
  }),
  'policyContext.behaviors': (behaviors: readonly string[]) => ({ behaviors }),
  'policyContext.riskDetections': (riskDetections: readonly DetectionType[]) => ({ riskDetections }),
  'policyContext.clientId': (clientId: string) => ({ clientId }),
  'policyContext.grantType': (grantType: string) => ({ grantType }),
  'policyContext.scopes': (scopes: readonly string[]) => ({ scopes }),
} as const satisfies Record<string, (value: never, context: EvaluationContext) => Partial<EvaluationContext>>

type Field = keyof typeof FIELDS

/** One change of a request: what to set at which path, as an order such as "set the risk to high". */
export interface Change {
  path: Field
  /** Null takes the field away. */
  value: unknown
  text: TextParts
}

/** Makes a change whose value fits its path. */
export function change<Path extends Field>(
  path: Path,
  value: Parameters<(typeof FIELDS)[Path]>[0],
  ...text: TextParts
): Change {
  return { path, value, text }
}

/** The context after changes; the given one stays as it is. */
export function applyChanges(context: EvaluationContext, changes: readonly Change[]): EvaluationContext {
  return changes.reduce((made, { path, value }) => {
    const write = FIELDS[path] as (value: unknown, context: EvaluationContext) => Partial<EvaluationContext>
    return { ...made, ...write(value, made) }
  }, context)
}

/** One way to meet a condition. */
export interface Fix {
  /** A clause such as "the risk would have to be high". */
  text: TextParts
  /** Changes of the request that do it; none where only the person or the policy could change. */
  changes: readonly Change[]
}

/** Makes a fix; without changes it only says what would be necessary. */
export function fix(text: TextParts, ...changes: readonly Change[]): Fix {
  return { text, changes }
}
