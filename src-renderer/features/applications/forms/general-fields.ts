import type { FieldSpec } from '#ui/resource/form/field-specs.ts'
import { isOneOf, optionsOf } from '#ui/resource/form/field-specs.ts'
import { flag, optional, zoneFields } from './field-makers.ts'

const VPN = 'settings.notifications.vpn'
const CONNECTIONS = {
  DISABLED: 'Never',
  ANYWHERE: 'Always',
  ON_NETWORK: 'To people inside the network',
  OFF_NETWORK: 'To people outside the network',
  ZONE: 'By network zones',
}
const byZone = isOneOf(`${VPN}.network.connection`, 'ZONE')
const isShown = (draft: Parameters<typeof byZone>[0]) => !isOneOf(`${VPN}.network.connection`, 'DISABLED')(draft)
const heading = (path: string, label: string) => ({ path, label, control: 'heading' }) as const

/** The name of an application, which the interface calls its label. */
export const LABEL_FIELD = {
  path: 'label',
  label: 'Name',
  control: 'text',
  required: true,
} as const satisfies FieldSpec

/** What every application has, whatever its mode: how people find it, what the VPN notice says, and notes (spec/5 §8.1). */
export const GENERAL_FIELDS: readonly FieldSpec[] = [
  LABEL_FIELD,
  heading('heading.visibility', 'Visibility'),
  flag('visibility.hide.web', 'Hidden on the web dashboard', undefined, 'People who have it can still sign in to it.'),
  flag('visibility.hide.iOS', 'Hidden in the mobile app', undefined, 'People who have it can still sign in to it.'),
  flag('visibility.autoLaunch', 'Opens when people sign in', undefined, 'Beside the dashboard.'),
  flag(
    'visibility.autoSubmitToolbar',
    'The browser plugin signs in by itself',
    undefined,
    'Where the login page is opened directly.',
  ),
  heading('heading.accessibility', 'Access'),
  flag(
    'accessibility.selfService',
    'People can ask for it',
    undefined,
    'Needs self-service to be on in the organization.',
  ),
  optional(
    'accessibility.errorRedirectUrl',
    'Error page',
    undefined,
    'Shown to people without access, instead of the organization’s page.',
  ),
  optional('accessibility.loginRedirectUrl', 'Own login page', undefined, 'Replaces the organization’s page.'),
  heading('heading.notes', 'Notes'),
  {
    path: 'settings.notes.enduser',
    label: 'Note for people',
    control: 'text',
    rows: 2,
    help: 'Shown beside the application on their dashboard.',
  },
  {
    path: 'settings.notes.admin',
    label: 'Note for administrators',
    control: 'text',
    rows: 2,
    help: 'Shown here only.',
  },
  heading('heading.vpn', 'VPN'),
  {
    path: `${VPN}.network.connection`,
    label: 'VPN notice',
    help: 'People who are asked to connect to a VPN before they open it.',
    control: 'choice',
    options: optionsOf(Object.keys(CONNECTIONS), CONNECTIONS),
  },
  ...zoneFields(`${VPN}.network`, byZone),
  { path: `${VPN}.message`, label: 'VPN message', control: 'text', when: isShown, help: 'Shown with the VPN notice.' },
  {
    ...optional(`${VPN}.helpUrl`, 'VPN help page', isShown, 'How to get onto the VPN.'),
    placeholder: 'https://help.example.com/vpn',
  },
]
