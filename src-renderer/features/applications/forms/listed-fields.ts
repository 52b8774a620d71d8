import { CATALOGUE, type CatalogueEntry } from '#contract/apps/catalogue/entries.ts'
import { OVERRIDE_LABELS, TEMPLATE_SETTINGS, type SettingLabel } from '#contract/apps/catalogue/setting-labels.ts'
import { isOneOf, type FieldSpec, type When } from '#ui/resource/form/field-specs.ts'
import { flag, optional, typed } from './field-makers.ts'
import FreeSettings from '../sign-on/FreeSettings.vue'
import { settingLines } from '../sign-on/free-settings.ts'
import { isListedSaml, isListedSaml11, isOfCatalogue, isSaml11, hasUnknownSettings } from './when.ts'

/** The field of a setting by its type; secrets are not stored and have no label, so that no field asks for them. */
function fieldOf(path: string, { label, help }: SettingLabel, type: string, when: When): FieldSpec {
  if (type === 'flag') return flag(path, label, when, help)
  if (type === 'lines') return typed(path, label, when, help)
  if (type === 'seconds') return { path, label, control: 'number', unit: 'seconds', min: 0, help, when }
  return optional(path, label, when, help)
}
const LABELS: Readonly<Record<string, SettingLabel>> = TEMPLATE_SETTINGS

const TEMPLATES = Object.entries<CatalogueEntry>(CATALOGUE).flatMap(([name, { settings }]) => {
  const isIt = isOneOf('name', name)
  return Object.entries(settings ?? {}).flatMap(([key, type]) => {
    const known = LABELS[key]
    return known ? [fieldOf(`settings.app.${key}`, known, type, (draft) => isIt(draft) && isOfCatalogue(draft))] : []
  })
})

const UNKNOWN: FieldSpec = {
  path: 'settings.app',
  label: 'Settings of its template',
  control: 'own',
  component: FreeSettings,
  lines: settingLines,
  wide: true,
  when: hasUnknownSettings,
  help: 'By their API names, which are not listed anywhere. Numbers, true and false are sent as such.',
}

const OVERRIDE = 'In place of what its template says.'
const SAID = 'As its documentation says.'

/** Where assertions go by SAML 1.1, or in place of what a template says. */
const overrides = (when: When, help: string): FieldSpec[] => [
  optional('settings.signOn.ssoAcsUrlOverride', OVERRIDE_LABELS.ssoAcsUrlOverride, when, help),
  optional('settings.signOn.audienceOverride', OVERRIDE_LABELS.audienceOverride, when, help),
  optional('settings.signOn.recipientOverride', OVERRIDE_LABELS.recipientOverride, when, help),
  optional('settings.signOn.defaultRelayState', 'Page after signing in', when, 'The default RelayState.'),
]

/** What can be set of applications of the catalogue, beside what follows from their templates; SAML 1.1 is theirs (spec/5 §8.3). */
export const LISTED_FIELDS: readonly FieldSpec[] = [
  ...TEMPLATES,
  UNKNOWN,
  ...overrides(isListedSaml, OVERRIDE),
  optional('settings.signOn.destinationOverride', OVERRIDE_LABELS.destinationOverride, isListedSaml, OVERRIDE),
  ...overrides(isListedSaml11, OVERRIDE),
  ...overrides(isSaml11, SAID),
]
