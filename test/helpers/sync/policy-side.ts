import { systemContext } from '#audit-log/request-context.ts'
import type { Rule } from '#contract/policy/policy.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import type { Service } from '#operations/service/service.ts'
import { ruleBody } from '../factories.ts'

type Operation = Parameters<ReturnType<typeof inProcessWriter>['write']>[1]

export const POLICY_TYPES = ['SVC_SIGN_ON', 'ACCESS_POLICY'] as const

/** Policies and rules of a real workspace, by their names. */
export class PolicySide {
  readonly service: Service
  readonly #type: (typeof POLICY_TYPES)[number]

  constructor(service: Service, type: (typeof POLICY_TYPES)[number]) {
    this.service = service
    this.#type = type
  }

  async policies() {
    return (await inProcessCaller(this.service).page('listPolicies', { query: { type: this.#type } })).items
  }

  async rules(policyId: string): Promise<readonly Rule[]> {
    return (await inProcessCaller(this.service).page('listRules', { params: { policyId } })).items
  }

  async policyId(name: string): Promise<string> {
    const known = (await this.policies()).find((one) => one.name === name)
    if (known) return known.id
    const body = { type: this.#type, name }
    return (await this.write('createPolicy', { body })) as string
  }

  async dropPolicy(name: string): Promise<void> {
    const known = (await this.policies()).find((one) => one.name === name)
    if (known) await this.write('deletePolicy', { params: { policyId: known.id } })
  }

  async setRule(policy: string, name: string, { deny, top }: { deny: boolean; top: boolean }): Promise<void> {
    const policyId = await this.policyId(policy)
    const known = (await this.rules(policyId)).find((one) => one.name === name)
    const access = deny ? 'DENY' : 'ALLOW'
    const actions =
      this.#type === 'SVC_SIGN_ON'
        ? { signon: { access } }
        : { appSignOn: deny ? { access } : { access, verificationMethod: { factorMode: '1FA' } } }
    const body = ruleBody(this.#type, { name, actions, ...(top ? { priority: 1 } : {}) } as never)
    if (known) await this.write('replaceRule', { params: { policyId, ruleId: known.id }, body })
    else await this.write('createRule', { params: { policyId }, body })
  }

  async dropRule(policy: string, name: string): Promise<void> {
    const policyId = (await this.policies()).find((one) => one.name === policy)?.id
    const known = policyId ? (await this.rules(policyId)).find((one) => one.name === name) : undefined
    if (policyId && known) await this.write('deleteRule', { params: { policyId, ruleId: known.id } })
  }

  write(operation: Operation, parts: object): Promise<unknown> {
    return this.service.write(systemContext(), (tx) => {
      tx.authorize('policy.lifecycle.create', [], 'never')
      return inProcessWriter(this.service).write(tx, operation, parts)
    })
  }
}
