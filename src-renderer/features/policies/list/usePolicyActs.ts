import { NButton, useMessage } from 'naive-ui'
import { h } from 'vue'
import type { Policy, Rule } from '../../../../src-server/contract/policy.ts'
import { policyType } from '../../../../src-server/contract/policy-types.ts'
import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { useNamesStore } from '../../../stores/names.ts'
import { useWorkspaceStore } from '../../../stores/workspace.ts'
import { copyName, policyBody, ruleBody } from '../bodies.ts'

/** Gives a new policy the rules of another; its own catch-all, where it has one, takes over the actions. */
async function copyRules(fromId: string, to: Policy) {
  const rules = await api.call('listRules', { params: { policyId: fromId } })
  const params = { policyId: to.id }
  for (const rule of rules.filter((one) => !one.system))
    await api.call('createRule', {
      params,
      body: ruleBody(rule, { priority: null }),
      query: { activate: rule.status === 'ACTIVE' ? 'true' : 'false' },
    })
  const source = rules.find((rule) => rule.system)
  const target = (await api.call('listRules', { params })).find((rule: Rule) => rule.system)
  if (!source || !target) return
  await api.call('replaceRule', {
    params: { ...params, ruleId: target.id },
    body: ruleBody(target, { actions: source.actions }),
  })
}

async function copyPolicy(policy: Policy): Promise<Policy> {
  if (policy.type === 'ACCESS_POLICY') return api.call('clonePolicy', { params: { policyId: policy.id } })
  const taken = await api.all('listPolicies', { query: { type: policy.type } })
  const name = copyName(
    policy.name,
    taken.map((one) => one.name),
  )
  const priority = policy.system || policyType(policy.type).regime === 'v2' ? null : policy.priority + 1
  const copy = await api.call('createPolicy', {
    body: policyBody(policy, { name, priority }),
    query: { activate: 'false' },
  })
  await copyRules(policy.id, copy)
  return copy
}

/** What can be done to a policy as a whole, with messages; `changed` is called after each change. */
export function usePolicyActs(changed: () => unknown) {
  const message = useMessage()
  const workspace = useWorkspaceStore()
  const names = useNamesStore()

  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await act()
      await changed()
      return done
    } catch (thrown) {
      const { summary, causes } = asApiError(thrown)
      message.error([summary, ...causes.map((cause) => cause.summary)].join(' '), { duration: 8_000, closable: true })
      return undefined
    }
  }

  /** @returns whether it was done */
  async function switchTo(policy: Policy, active: boolean): Promise<boolean> {
    const params = { policyId: policy.id }
    const act = async () => (await api.call(active ? 'activatePolicy' : 'deactivatePolicy', { params }), true)
    return (await attempt(act)) ?? false
  }

  /** Switches a policy on or off at once, and offers to take it back. */
  async function toggle(policy: Policy) {
    const active = policy.status !== 'ACTIVE'
    if (!(await switchTo(policy, active))) return
    const note = message.success(
      () => [
        `${policy.name} is ${active ? 'active' : 'inactive'} now `,
        h(
          NButton,
          { text: true, type: 'primary', onClick: () => (note.destroy(), void switchTo(policy, !active)) },
          () => 'Undo',
        ),
      ],
      { duration: 8_000, closable: true, keepAliveOnHover: true },
    )
  }

  /** @returns the copy; undefined when it failed, which has been said */
  async function duplicate(policy: Policy) {
    const copy = await attempt(() => copyPolicy(policy))
    if (copy) message.success(`${copy.name} was made${copy.status === 'INACTIVE' ? '. It is inactive' : ''}`)
    void workspace.refresh()
    return copy
  }

  /** @throws ApiError */
  async function remove(policy: Policy) {
    await api.call('deletePolicy', { params: { policyId: policy.id } })
    names.forget(policy.id)
    message.success(`${policy.name} was deleted`)
    void workspace.refresh()
    await changed()
  }

  return { toggle, duplicate, remove }
}
