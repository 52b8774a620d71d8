import type { App } from '#contract/apps/app.ts'
import { canChooseKey } from '#contract/credentials/key-owners.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { shownTabs, type ObjectTab } from '#ui/resource/object/object-tabs.ts'

interface Tab {
  label: string
  /** Absent: every application has it. */
  when?: (app: App, engine: Engine) => boolean
}

const TABS = {
  general: { label: 'General' },
  'sign-on': { label: 'Sign-on' },
  assignments: { label: 'Assignments' },
  policy: { label: 'Policies', when: (_, engine) => engine === 'identity' },
  credentials: { label: 'Credentials', when: ({ signOnMode }) => canChooseKey(signOnMode) },
  preview: { label: 'What a person gets' },
  json: { label: 'JSON' },
  history: { label: 'History' },
} satisfies Record<string, Tab>

type ApplicationTab = keyof typeof TABS

/** The parts that the page of an application has, in order; it opens with the first. */
export function tabsOf(app: App, engine: Engine): ObjectTab<ApplicationTab>[] {
  return shownTabs<ApplicationTab, Tab>(TABS, ({ when }) => when?.(app, engine) ?? true)
}
