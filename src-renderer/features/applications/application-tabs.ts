import type { App } from '#contract/apps/app.ts'
import { canChooseKey } from '#contract/credentials/key-owners.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'

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
const ENTRIES = Object.entries<Tab>(TABS) as [ApplicationTab, Tab][]

/** The parts that the page of an application has, in order; it opens with the first. */
export function tabsOf(app: App, engine: Engine): { key: ApplicationTab; label: string }[] {
  return ENTRIES.filter(([, { when }]) => when?.(app, engine) ?? true).map(([key, { label }]) => ({ key, label }))
}
