import { isId } from '../../interface/ids.ts'
import { POLICY_TYPES, type PolicyType } from '../../policy/policy-types.ts'
import { textAt } from '../definition.ts'
import { standard, type Writing } from '../writing.ts'

const isPolicyType = (type: unknown): type is PolicyType =>
  typeof type === 'string' && Object.hasOwn(POLICY_TYPES, type)

/** Writes policies, their rules, and what their conditions name. */
export const POLICIES_WRITES = {
  policy: {
    ...standard({
      idKind: 'policy',
      one: 'policyId',
      get: 'getPolicy',
      create: 'createPolicy',
      replace: 'replacePolicy',
      remove: 'deletePolicy',
      switches: { on: 'activatePolicy', off: 'deactivatePolicy' },
    }),
    idKind: ({ body: { type } }) => (isPolicyType(type) ? POLICY_TYPES[type].idKind : 'policy'),
  },
  rule: {
    ...standard({
      idKind: 'policyRule',
      above: ['policyId'],
      one: 'ruleId',
      get: 'getRule',
      create: 'createRule',
      replace: 'replaceRule',
      remove: 'deleteRule',
      switches: { on: 'activateRule', off: 'deactivateRule' },
    }),
    idKind: ({ above: [policyId = ''] }) => (isId('ruleSet', policyId) ? 'ruleSetRule' : 'policyRule'),
  },
  serverPolicy: standard({
    idKind: 'policy',
    above: ['authServerId'],
    one: 'policyId',
    get: 'getServerPolicy',
    create: 'createServerPolicy',
    replace: 'replaceServerPolicy',
    remove: 'deleteServerPolicy',
    switches: { on: 'activateServerPolicy', off: 'deactivateServerPolicy' },
  }),
  serverRule: standard({
    idKind: 'policyRule',
    above: ['authServerId', 'policyId'],
    one: 'ruleId',
    get: 'getServerRule',
    create: 'createServerRule',
    replace: 'replaceServerRule',
    remove: 'deleteServerRule',
    switches: { on: 'activateServerRule', off: 'deactivateServerRule' },
  }),
  zone: standard({
    idKind: 'zone',
    one: 'zoneId',
    get: 'getZone',
    create: 'createZone',
    replace: 'replaceZone',
    remove: 'deleteZone',
    switches: { on: 'activateZone', off: 'deactivateZone', made: 'ACTIVE' },
  }),
  behavior: standard({
    idKind: 'behavior',
    one: 'behaviorId',
    get: 'getBehavior',
    create: 'createBehavior',
    replace: 'replaceBehavior',
    remove: 'deleteBehavior',
    switches: { on: 'activateBehavior', off: 'deactivateBehavior', made: 'ACTIVE' },
  }),
  deviceAssurance: standard({
    idKind: 'deviceAssurance',
    one: 'deviceAssuranceId',
    get: 'getDeviceAssurance',
    create: 'createDeviceAssurance',
    replace: 'replaceDeviceAssurance',
    remove: 'deleteDeviceAssurance',
  }),
  authenticator: standard({
    idKind: 'authenticator',
    one: 'authenticatorId',
    get: 'getAuthenticator',
    create: 'createAuthenticator',
    replace: 'replaceAuthenticator',
    remove: 'deleteAuthenticator',
    switches: { on: 'activateAuthenticator', off: 'deactivateAuthenticator', atRest: 'removed' },
  }),
  authenticatorMethod: {
    idKind: null,
    get: ({ above: [authenticatorId = ''], id: methodType }) => ({
      operation: 'getAuthenticatorMethod',
      params: { authenticatorId, methodType },
    }),
    create: null,
    change: ({ above: [authenticatorId = ''], id: methodType, body }, before) => {
      const params = { authenticatorId, methodType }
      const isActive = textAt(body, 'status') === 'ACTIVE'
      const operation = isActive ? 'activateAuthenticatorMethod' : 'deactivateAuthenticatorMethod'
      return [
        { operation: 'replaceAuthenticatorMethod', params, body },
        ...(textAt(before, 'status') === textAt(body, 'status') ? [] : ([{ operation, params }] as const)),
      ]
    },
    remove: null,
  },
} as const satisfies Partial<Record<string, Writing>>
