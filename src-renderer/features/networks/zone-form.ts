import { zoneAddressLimit, ZONE_PROXY_TYPES, type Zone, type ZoneUsage } from '#contract/policy/zone.ts'
import { isOneOf, NAME_FIELD, type Draft, type FieldSpec, type ObjectForm } from '#ui/resource/form/field-specs.ts'
import { PROXY_LABELS } from './address-lines.ts'
import AddressField from './AddressField.vue'
import { bodyOf, draftOf, type ZoneDraft } from './zone-draft.ts'

const ofAddresses = isOneOf('type', 'IP')
const dynamic = isOneOf('type', 'DYNAMIC')
const ofSystem = (draft: Draft) => draft['system'] === true

/** A field of addresses; `lines` high. */
function addresses(path: 'gateways' | 'proxies', label: string, help: string, lines: number): FieldSpec {
  return {
    path,
    label: `${label}, one per line`,
    help,
    control: 'own',
    component: AddressField,
    props: (draft) => ({
      lines,
      limit: zoneAddressLimit({ usage: draft['usage'] as ZoneUsage, system: ofSystem(draft) }),
    }),
    when: ofAddresses,
  }
}

/** A zone of addresses, or of locations, proxies and networks that a provider of such data knows. */
export const zoneForm: ObjectForm<Zone> = {
  width: 560,
  blank: () => ({ ...draftOf(null) }),
  draftOf: (zone) => ({ ...draftOf(zone) }),
  // WHY the cast: every field of the table writes at a path of `ZoneDraft`, which its tests hold to.
  bodyOf: (draft) => bodyOf(draft as unknown as ZoneDraft),
  fields: [
    { ...NAME_FIELD, locked: ofSystem },
    {
      path: 'type',
      label: 'Type',
      control: 'radio',
      fixed: true,
      options: [
        { value: 'IP', label: 'Addresses' },
        { value: 'DYNAMIC', label: 'Dynamic (location, ASN, proxy)' },
      ],
    },
    {
      path: 'usage',
      label: 'Used for',
      control: 'radio',
      locked: ofSystem,
      options: [
        { value: 'POLICY', label: 'Policies' },
        { value: 'BLOCKLIST', label: 'Blocking' },
      ],
    },
    {
      path: 'usageNote',
      label: '',
      control: 'note',
      text: 'Requests from a blocking zone are refused before any policy is asked.',
      when: isOneOf('usage', 'BLOCKLIST'),
    },
    addresses('gateways', 'Gateway addresses', 'CIDR blocks, ranges or single addresses, IPv4 or IPv6.', 7),
    addresses('proxies', 'Trusted proxies', 'Proxies of your own, whose forwarded addresses count.', 3),
    {
      path: 'locations',
      label: 'Locations',
      control: 'many',
      options: [],
      free: true,
      none: 'Anywhere',
      help: 'Countries such as DE, or regions such as US-CA. Type, then Enter.',
      when: dynamic,
    },
    {
      path: 'proxyType',
      label: 'Proxy',
      control: 'choice',
      none: 'Proxy or not',
      options: ZONE_PROXY_TYPES.map((value) => ({ value, label: PROXY_LABELS[value] ?? value })),
      when: dynamic,
    },
    {
      path: 'asns',
      label: 'Autonomous systems',
      control: 'many',
      options: [],
      free: true,
      none: 'Any',
      help: 'Their numbers. Type, then Enter.',
      when: dynamic,
    },
    {
      path: 'dynamicNote',
      label: '',
      control: 'note',
      text: 'Offline, Gatehouse cannot look up locations. Simulate by zone instead.',
      when: dynamic,
    },
  ],
}
