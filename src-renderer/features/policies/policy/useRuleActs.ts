import { NButton, useMessage } from 'naive-ui'
import { h } from 'vue'
import type { Policy, Rule } from '../../../../src-server/contract/policy.ts'
import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { copyName, ruleBody } from '../bodies.ts'

/** What can be done to a rule in its row, with messages; `changed` is called after each change. */
export function useRuleActs(policy: () => Policy, rules: () => readonly Rule[], changed: () => Promise<unknown>) {
  const message = useMessage()
  const paramsOf = (rule: Rule) => ({ policyId: policy().id, ruleId: rule.id })

  function complain(thrown: unknown) {
    const { summary, causes } = asApiError(thrown)
    message.error([summary, ...causes.map((cause) => cause.summary)].join(' '), { duration: 8_000, closable: true })
  }

  async function switchTo(rule: Rule, active: boolean): Promise<boolean> {
    try {
      await api.call(active ? 'activateRule' : 'deactivateRule', { params: paramsOf(rule) })
      await changed()
      return true
    } catch (thrown) {
      complain(thrown)
      return false
    }
  }

  /** Switches a rule on or off at once, and offers to take it back. */
  async function toggle(rule: Rule) {
    const active = rule.status !== 'ACTIVE'
    if (!(await switchTo(rule, active))) return
    const undo = () => {
      note.destroy()
      void switchTo(rule, !active)
    }
    const note = message.success(
      () => [
        `${rule.name} is ${active ? 'active' : 'inactive'} now `,
        h(NButton, { text: true, type: 'primary', onClick: undo }, () => 'Undo'),
      ],
      { duration: 8_000, closable: true, keepAliveOnHover: true },
    )
  }

  /** Makes an inactive copy just below. */
  async function duplicate(rule: Rule) {
    const taken = rules().map((one) => one.name)
    const priority = rule.system ? null : rule.priority + 1
    try {
      const copy = await api.call('createRule', {
        params: { policyId: policy().id },
        body: ruleBody(rule, { name: copyName(rule.name, taken), priority, status: 'INACTIVE' }),
      })
      await changed()
      message.success(`${copy.name} was added. It is inactive`)
    } catch (thrown) {
      complain(thrown)
    }
  }

  /** @throws ApiError */
  async function remove(rule: Rule) {
    await api.call('deleteRule', { params: paramsOf(rule) })
    message.success(`${rule.name} was deleted`)
    await changed()
  }

  return { toggle, duplicate, remove }
}
