import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import { shownTabs, type ObjectTab } from '#ui/resource/object/object-tabs.ts'
import { hasProtocol } from './providers.ts'

interface Tab {
  label: string
  /** Absent: every provider has it. */
  when?: (provider: IdentityProvider) => boolean
}

const TABS = {
  general: { label: 'Sign-in' },
  people: { label: 'Accounts and provisioning', when: ({ type }) => hasProtocol(type) },
  credentials: { label: 'Credentials', when: ({ type }) => type === 'SAML2' || type === 'X509' },
  history: { label: 'History' },
  json: { label: 'JSON' },
} satisfies Record<string, Tab>

type ProviderTab = keyof typeof TABS

/** The parts that the page of a provider has, in order; it opens with the first. */
export function tabsOf(provider: IdentityProvider): ObjectTab<ProviderTab>[] {
  return shownTabs<ProviderTab, Tab>(TABS, ({ when }) => when?.(provider) ?? true)
}
