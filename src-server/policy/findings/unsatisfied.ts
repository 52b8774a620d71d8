import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import type { AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import type { ActionsByType } from '../action-types.ts'
import { assure } from '../explain/assurance.ts'
import { enableText } from '../explain/assurance-text.ts'
import { workspaceFinding } from './findings.ts'
import type { PolicySet } from '../types.ts'

/**
 * Active rules of authentication policies that let in no one, because no authenticator that the organization has switched
 * on satisfies them.
 * @param usable methods that are active and allowed for signing in
 */
export function unsatisfied(set: PolicySet, usable: ReadonlySet<AuthenticatorMethod>): WorkspaceFinding[] {
  return set.policies
    .filter((policy) => policy.type === 'ACCESS_POLICY' && policy.status === 'ACTIVE')
    .flatMap((policy) =>
      policy.rules
        .filter((rule) => rule.status === 'ACTIVE')
        .flatMap((rule) => {
          const lacks = whatLacks(rule.actions, usable)
          return lacks === null ? [] : [workspaceFinding('cannot-be-satisfied', policy, rule, lacks)]
        }),
    )
}

function whatLacks(actions: Record<string, unknown>, usable: ReadonlySet<AuthenticatorMethod>): string | null {
  const { appSignOn } = actions as Partial<ActionsByType['ACCESS_POLICY']>
  if (appSignOn?.access !== 'ALLOW' || !appSignOn.verificationMethod) return null
  const { available, constraints, chains } = assure(appSignOn.verificationMethod, usable)
  if (available) return null
  const [advice] = [...constraints, ...chains].map(enableText).filter(Boolean)
  return `Lets no one in: no active authenticator satisfies it.${advice ? ` ${advice}.` : ''}`
}
