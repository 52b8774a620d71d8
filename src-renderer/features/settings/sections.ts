import { Archive, CodeXml, Download, Info, Network, Palette, ScrollText, Building2 } from '@lucide/vue'
import type { Component } from 'vue'
import { bridge } from '#ui/api/bridge.ts'
import type { SettingsSection } from '#ui/domain/paths.ts'

/** A section of the settings, with an address of its own. */
interface Section {
  label: string
  /** One line that says what the section is for. */
  lead: string
  icon: Component
  /** What it sets, for those who search for that. */
  words: string
  /** It takes the workspace's facts as `info`. */
  component: () => Promise<Component>
  /** Only the desktop has what it sets. */
  desktopOnly?: true
}

/** Every section, in the order in which they are listed. */
const SECTIONS: Readonly<Record<SettingsSection, Section>> = {
  general: {
    label: 'General',
    lead: 'The organization, and the file that holds it.',
    icon: Building2,
    words: 'organization engine workspace file size',
    component: () => import('./GeneralSection.vue'),
  },
  appearance: {
    label: 'Appearance',
    lead: 'How Gatehouse looks on this machine.',
    icon: Palette,
    words: 'theme light dark density compact',
    component: () => import('./AppearanceSection.vue'),
  },
  service: {
    label: 'Service and port',
    lead: 'Where the service listens, and how scripts reach it.',
    icon: Network,
    words: 'address port token API access',
    component: () => import('./ServiceSection.vue'),
  },
  'audit-log': {
    label: 'Audit log',
    lead: 'How long events are kept, and the key that signs them.',
    icon: ScrollText,
    words: 'retention signing key fingerprint verify',
    component: () => import('./AuditLogSection.vue'),
  },
  backups: {
    label: 'Backups',
    lead: 'Copies of the workspace, each a workspace that can be opened.',
    icon: Archive,
    words: 'copy restore automatic',
    component: () => import('./backups/BackupsSection.vue'),
  },
  developer: {
    label: 'Developer',
    lead: 'Tools for developing against the API on this machine.',
    icon: CodeXml,
    words: 'hooks local switch receiver API documentation',
    component: () => import('./DeveloperSection.vue'),
  },
  updates: {
    label: 'Updates',
    lead: 'Newer releases of the program. Checked only when you ask.',
    icon: Download,
    words: 'release version check',
    component: () => import('./UpdatesSection.vue'),
    desktopOnly: true,
  },
  about: {
    label: 'About',
    lead: 'The version that runs, and the software that it is made of.',
    icon: Info,
    words: 'version licences licenses',
    component: () => import('./AboutSection.vue'),
  },
}

/** A section with its name in the address. */
interface ShownSection extends Section {
  key: SettingsSection
}

/** The sections that mean something where the page runs. */
export const SHOWN_SECTIONS: readonly ShownSection[] = Object.entries(SECTIONS)
  .map(([key, section]) => ({ key: key as SettingsSection, ...section }))
  .filter(({ desktopOnly }) => !desktopOnly || bridge.available)
