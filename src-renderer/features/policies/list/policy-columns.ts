import { useStorage } from '@vueuse/core'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { policyType } from '#contract/policy/policy-types.ts'

/** How a type's policies say whom they reach. */
type AudienceBy = 'app' | 'server' | 'group' | 'everyone'

/** The columns beside the name and the menu, by which everybody chooses. */
type PolicyColumn = 'audience' | 'rules' | 'status' | 'changed'

const AUDIENCE_TITLES: Readonly<Record<AudienceBy, string>> = {
  app: 'Applications and people',
  server: 'Clients',
  group: 'Who it reaches',
  everyone: 'Who it reaches',
}

export function audienceByOf(type: PolicyType): AudienceBy {
  const { selection, policyConditions } = policyType(type)
  if (selection === 'app' || selection === 'server') return selection
  return policyConditions.includes('people') ? 'group' : 'everyone'
}

interface ChosenColumn {
  key: PolicyColumn
  title: string
  width?: string
  /** Left out in a narrow window. */
  wide?: boolean
}

/** All columns that can be chosen, in their order. */
export const policyColumns = (type: PolicyType): ChosenColumn[] => [
  { key: 'audience', title: AUDIENCE_TITLES[audienceByOf(type)], width: '34%' },
  { key: 'rules', title: 'Rules', width: '112px', wide: true },
  { key: 'status', title: 'Status', width: '96px' },
  { key: 'changed', title: 'Last change', width: '128px', wide: true },
]

/** Which of them are hidden, remembered for all types. */
export function usePolicyColumns() {
  const hidden = useStorage<string[]>('gatehouse.columns.policy', [])
  return {
    isHidden: (key: string) => hidden.value.includes(key),
    setHidden(key: string, hide: boolean) {
      hidden.value = hidden.value.filter((other) => other !== key).concat(hide ? [key] : [])
    },
  }
}
