import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { conditionPhrases, demandOf, workspaceFinding } from '#policy/index.ts'
import type { Directory } from '../audience-data.ts'
import { decidingScans, reachedBy, rulesOf } from './deciding.ts'

const MESSAGE = 'Lets in everyone that no earlier rule matches, with one factor, from anywhere and at any risk.'

/**
 * Rules without conditions that let people in with one factor. On Identity Engine those of authentication policies, unless
 * each global session asks for two already; on Classic Engine those of global sessions, which decide alone.
 */
export function oneFactorForAll(directory: Directory): WorkspaceFinding[] {
  const { engine } = directory.snapshot
  const policies = decidingScans(directory).flat()
  const type = engine === 'classic' ? 'SVC_SIGN_ON' : 'ACCESS_POLICY'
  if (type === 'ACCESS_POLICY' && everySessionAsksForTwo(directory)) return []
  return policies
    .filter((policy) => policy.type === type)
    .flatMap((policy) => {
      const rule = rulesOf(policy).find(({ conditions }) => conditionPhrases(conditions).length === 0)
      if (!rule || demandOf(type, rule) !== 1 || reachedBy(directory, policy).length === 0) return []
      return [workspaceFinding('one-factor-for-all', policy, rule, MESSAGE)]
    })
}

function everySessionAsksForTwo(directory: Directory): boolean {
  return decidingScans(directory)
    .flat()
    .filter(({ type }) => type === 'SVC_SIGN_ON')
    .every((policy) => rulesOf(policy).every((rule) => (demandOf(policy.type, rule) ?? 0) >= 2))
}
