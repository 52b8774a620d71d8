import { zoneAddressLimit, ZONE_PROXY_TYPES, type Zone, type ZoneUsage } from '#contract/policy/zone.ts'
import {
  isOneOf,
  NAME_FIELD,
  optionsOf,
  type Draft,
  type FieldSpec,
  type ObjectForm,
} from '#ui/resource/form/field-specs.ts'
import { CATEGORY_LABELS, PROXY_LABELS } from './address-lines.ts'
import AddressField from './AddressField.vue'
import { bodyOf, draftOf, type ZoneDraft } from './zone-draft.ts'
import { ZONE_TYPE_LABELS } from './zones.ts'

const ofAddresses = isOneOf('type', 'IP')
const dynamic = isOneOf('type', 'DYNAMIC')
const enhanced = isOneOf('type', 'DYNAMIC_V2')
const ofSystem = (draft: Draft) => draft['system'] === true

/** A field of addresses; `rows` high. */
function addresses(path: 'gateways' | 'proxies', label: string, help: string, rows: number): FieldSpec {
  return {
    path,
    label: `${label}, one per line`,
    help,
    control: 'own',
    component: AddressField,
    props: (draft) => ({
      rows,
      limit: zoneAddressLimit({ usage: draft['usage'] as ZoneUsage, system: ofSystem(draft) }),
    }),
    when: ofAddresses,
  }
}

const PLACES_HELP = 'Countries such as DE, or regions such as US-CA. Type one and press Enter.'
const NUMBERS_HELP = 'Their numbers. Type one and press Enter.'

/** A list of what people type. */
function typed(path: string, label: string, none: string, help: string, when: (draft: Draft) => boolean): FieldSpec {
  return { path, label, control: 'many', options: [], free: true, none, help, when }
}

/** Kinds of services that hide where a request comes from; vendors' codes can be typed. */
function categories(side: 'include' | 'exclude', label: string, none: string): FieldSpec {
  const options = optionsOf(Object.keys(CATEGORY_LABELS), CATEGORY_LABELS)
  const help = 'Choose one, or type a vendor’s code and press Enter.'
  return {
    ...{ path: `ipServiceCategories.${side}`, label, none, help, options },
    control: 'many',
    free: true,
    when: enhanced,
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
      options: optionsOf(Object.keys(ZONE_TYPE_LABELS), ZONE_TYPE_LABELS),
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
    typed('locations', 'Locations', 'Anywhere', PLACES_HELP, dynamic),
    {
      path: 'proxyType',
      label: 'Proxy',
      control: 'choice',
      none: 'Proxy or not',
      options: optionsOf(ZONE_PROXY_TYPES, PROXY_LABELS),
      when: dynamic,
    },
    typed('asns', 'Autonomous systems', 'Any', NUMBERS_HELP, dynamic),
    categories('include', 'Services that hide an address', 'Any or none'),
    typed('locations.include', 'Locations', 'Anywhere', PLACES_HELP, enhanced),
    typed('asns.include', 'Autonomous systems', 'Any', NUMBERS_HELP, enhanced),
    categories('exclude', 'Except services', 'No exception'),
    typed('locations.exclude', 'Except locations', 'No exception', PLACES_HELP, enhanced),
    typed('asns.exclude', 'Except autonomous systems', 'No exception', NUMBERS_HELP, enhanced),
    {
      path: 'dynamicNote',
      label: '',
      control: 'note',
      text: 'Offline, Gatehouse cannot look up locations. Simulate by zone instead.',
      when: (draft) => dynamic(draft) || enhanced(draft),
    },
  ],
}
