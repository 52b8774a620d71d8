import { BEHAVIOR_TYPES, LOCATION_GRANULARITIES } from '#contract/policy/resources/behavior.ts'
import { defineCollection, NAMED_BY_POLICIES } from '#ui/resource/collection/define-collection.ts'
import { isOneOf, NAME_FIELD, optionsOf } from '#ui/resource/form/field-specs.ts'

const BEHAVIOR_LABELS = {
  ANOMALOUS_LOCATION: 'New place',
  ANOMALOUS_DEVICE: 'New device',
  ANOMALOUS_IP: 'New address',
  VELOCITY: 'Impossible travel',
}
const GRANULARITY_LABELS = {
  LAT_LONG: 'Distance',
  CITY: 'Another city',
  SUBDIVISION: 'Another state or province',
  COUNTRY: 'Another country',
}

const events = { control: 'number', min: 1, max: 100 } as const
const past = isOneOf('type', 'ANOMALOUS_LOCATION', 'ANOMALOUS_DEVICE', 'ANOMALOUS_IP')

/** What is unusual for a person. */
export const behaviors = defineCollection(
  {
    kind: 'behavior',
    title: 'Behaviors',
    operations: {
      list: 'listBehaviors',
      get: 'getBehavior',
      create: 'createBehavior',
      replace: 'replaceBehavior',
      remove: 'deleteBehavior',
      activate: 'activateBehavior',
      deactivate: 'deactivateBehavior',
    },
    nameOf: ({ name }) => name,
  },
  {
    lead: 'Unusual activity of a person. Session rules can ask for more when it is detected.',
    aboutTitle: 'Detects',
    about: ({ type }) => BEHAVIOR_LABELS[type],
    changedAt: ({ lastUpdated }) => `${lastUpdated.replace(' ', 'T')}Z`,
    ...NAMED_BY_POLICIES,
    form: {
      blank: (type = 'ANOMALOUS_LOCATION') => ({ type, name: '' }),
      fields: [
        {
          path: 'type',
          label: 'Detects',
          control: 'choice',
          fixed: true,
          options: optionsOf(BEHAVIOR_TYPES, BEHAVIOR_LABELS),
        },
        NAME_FIELD,
        {
          path: 'settings.granularity',
          label: 'A place is new by',
          control: 'choice',
          none: 'Another city',
          options: optionsOf(LOCATION_GRANULARITIES, GRANULARITY_LABELS),
          when: isOneOf('type', 'ANOMALOUS_LOCATION'),
        },
        {
          path: 'settings.radiusKilometers',
          label: 'Further away than',
          control: 'number',
          unit: 'kilometres',
          min: 1,
          max: 20_000,
          when: (draft) =>
            isOneOf('type', 'ANOMALOUS_LOCATION')(draft) && isOneOf('settings.granularity', 'LAT_LONG')(draft),
        },
        {
          path: 'settings.velocityKph',
          label: 'Faster than',
          control: 'number',
          unit: 'km/h',
          min: 1,
          max: 10_000,
          when: isOneOf('type', 'VELOCITY'),
        },
        {
          path: 'settings.maxEventsUsedForEvaluation',
          label: 'Compared with the last',
          help: 'Default 20; 50 for addresses.',
          unit: 'sign-ins',
          ...events,
          when: past,
        },
        {
          path: 'settings.minEventsNeededForEvaluation',
          label: 'Minimum sign-ins',
          unit: 'sign-ins',
          ...events,
          min: 0,
          max: 10,
          when: past,
        },
      ],
    },
  },
)
