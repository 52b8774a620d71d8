import type { OperationId } from '#contract/routes/index.ts'
import { shownTabs, type ObjectTab } from '#ui/resource/object/object-tabs.ts'

interface Tab {
  label: string
  /** What it asks the service for: it is shown to those whose roles permit it. */
  needs: OperationId
}

const TABS = {
  general: { label: 'Settings', needs: 'getAuthorizationServer' },
  scopes: { label: 'Scopes', needs: 'listServerScopes' },
  claims: { label: 'Claims', needs: 'listServerClaims' },
  keys: { label: 'Signing keys', needs: 'listServerKeys' },
  preview: { label: 'Token preview', needs: 'previewTokens' },
  history: { label: 'History', needs: 'listLogEvents' },
  json: { label: 'JSON', needs: 'getAuthorizationServer' },
} as const satisfies Record<string, Tab>

type ServerTab = keyof typeof TABS

/** The parts of the page of an authorization server that a caller may see, in order; it opens with the first. */
export function tabsFor(can: (operation: OperationId) => boolean): ObjectTab<ServerTab>[] {
  return shownTabs<ServerTab, Tab>(TABS, ({ needs }) => can(needs))
}
