import { asRequest } from '#contract/interface/as-request.ts'
import type { z } from 'zod'
import { methodStates, type AuthenticatorMethodBody } from '#contract/policy/resources/authenticator-method.ts'
import { authenticatorWriteSchema } from '#contract/policy/resources/authenticator.ts'
import { behaviorWriteSchema } from '#contract/policy/resources/behavior.ts'
import {
  POLICY_RESOURCES,
  type PolicyResourceBody,
  type PolicyResourceDefinition,
  type PolicyResourceKind,
} from '#contract/policy/resources/definitions.ts'
import { deviceAssuranceWriteSchema } from '#contract/policy/resources/device-assurance.ts'
import { identityProviderWriteSchema } from '#contract/policy/resources/identity-provider.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { replaceMethod } from '../../policy-resources/authenticator-methods.ts'
import {
  createPolicyResource,
  deletePolicyResource,
  replacePolicyResource,
  setPolicyResourceStatus,
} from '../../policy-resources/policy-resources.ts'
import { notRestorable, type RestoreOf, type Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

const SCHEMAS: Readonly<Record<PolicyResourceKind, z.ZodType<PolicyResourceBody>>> = {
  authenticator: authenticatorWriteSchema,
  behavior: behaviorWriteSchema,
  deviceAssurance: deviceAssuranceWriteSchema,
  identityProvider: identityProviderWriteSchema,
}

type Body = Restoring<PolicyResourceKind>['to']

function requestOf({ kind, immutableField }: PolicyResourceDefinition, { name, type, key, definition }: Body) {
  return asRequest(SCHEMAS[kind], { name, [immutableField]: key ?? type, ...definition })
}

/** A client at a provider: its secret went with the provider. */
const hasClient = ({ definition }: Body) =>
  (definition as { protocol?: { credentials?: { client?: object } } }).protocol?.credentials?.client !== undefined

/** The methods of an authenticator that are others now. */
async function restoreMethods(tx: Tx, to: Body, current: Body): Promise<void> {
  const now = new Map(methodStates({ key: current.key, methods: current.methods }).map((state) => [state.type, state]))
  for (const { type, status, settings } of methodStates({ key: to.key, methods: to.methods })) {
    const before = now.get(type)
    if (before && !isOtherContent({ on: before.status, settings: before.settings }, { on: status, settings })) continue
    await replaceMethod(tx, to.id, type, { type, status, settings } as AuthenticatorMethodBody)
  }
}

function restoreOf(definition: PolicyResourceDefinition): RestoreOf<PolicyResourceKind> {
  const { kind, lifecycle } = definition
  return {
    restore: async (tx, { to, current, box }) => {
      const { id, status } = to
      const isOther = current !== null && isOtherContent({ ...current, methods: null }, { ...to, methods: null })
      if (current === null) {
        if (hasClient(to)) throw notRestorable('it was deleted, and the secret of its client with it; make a new one')
        tx.want(kind, id)
        await createPolicyResource(tx, box, definition, requestOf(definition, to), status)
      } else if (isOther) await replacePolicyResource(tx, box, definition, id, requestOf(definition, to))
      if (lifecycle) await setPolicyResourceStatus(tx, definition, id, status)
      if (kind === 'authenticator') await restoreMethods(tx, to, current ?? { ...to, methods: null })
    },
    remove: async (tx, { objectId }) => {
      if (kind === 'authenticator') await setPolicyResourceStatus(tx, definition, objectId, 'INACTIVE')
      await deletePolicyResource(tx, definition, objectId)
    },
  }
}

/** How what policies refer to goes back. */
export const RESTORE_POLICY_RESOURCES: { readonly [Kind in PolicyResourceKind]: RestoreOf<Kind> } = {
  authenticator: restoreOf(POLICY_RESOURCES.authenticator),
  behavior: restoreOf(POLICY_RESOURCES.behavior),
  deviceAssurance: restoreOf(POLICY_RESOURCES.deviceAssurance),
  identityProvider: restoreOf(POLICY_RESOURCES.identityProvider),
}
