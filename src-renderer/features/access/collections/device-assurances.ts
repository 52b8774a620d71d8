import {
  ASSURANCE_PLATFORMS,
  ASSURANCE_SIGNALS,
  encryptionTypesOf,
  SCREEN_LOCK_TYPES,
  type AssurancePlatform,
  type AssuranceSignal,
} from '#contract/policy/resources/device-assurance.ts'
import { defineCollection, NAMED_BY_POLICIES } from '#ui/resource/collection/define-collection.ts'
import { NAME_FIELD, optionsOf, type Draft } from '#ui/resource/form/field-specs.ts'

const PLATFORM_LABELS = { ANDROID: 'Android', IOS: 'iOS', MACOS: 'macOS', WINDOWS: 'Windows', CHROMEOS: 'ChromeOS' }
const ENCRYPTION_LABELS = { FULL: 'Whole device', USER: 'Each profile', ALL_INTERNAL_VOLUMES: 'All internal volumes' }
const LOCK_LABELS = { BIOMETRIC: 'Biometric', PASSCODE: 'Passcode' }

const asksOf = (signal: AssuranceSignal) => (draft: Draft) =>
  ASSURANCE_SIGNALS[draft['platform'] as AssurancePlatform]?.includes(signal) ?? false

/** What a device must show of itself. */
export const deviceAssurances = defineCollection(
  {
    kind: 'deviceAssurance',
    title: 'Device assurance',
    operations: {
      list: 'listDeviceAssurances',
      get: 'getDeviceAssurance',
      create: 'createDeviceAssurance',
      replace: 'replaceDeviceAssurance',
      remove: 'deleteDeviceAssurance',
    },
    nameOf: ({ name }) => name,
  },
  {
    lead: 'Requirements for devices. Rules of authentication policies can ask for one.',
    engine: 'identity',
    aboutTitle: 'Platform',
    about: ({ platform }) => PLATFORM_LABELS[platform],
    changedAt: ({ lastUpdate }) => lastUpdate,
    ...NAMED_BY_POLICIES,
    form: {
      blank: (platform = 'MACOS') => ({ platform, name: '' }),
      fields: [
        {
          path: 'platform',
          label: 'Platform',
          control: 'choice',
          fixed: true,
          options: optionsOf(ASSURANCE_PLATFORMS, PLATFORM_LABELS),
        },
        NAME_FIELD,
        {
          path: 'osVersion.minimum',
          label: 'Minimum OS version',
          control: 'text',
          mono: true,
          placeholder: '14.2.1',
          when: asksOf('osVersion'),
        },
        {
          path: 'diskEncryptionType.include',
          label: 'Disk encryption',
          control: 'many',
          none: 'Not asked for',
          options: (draft) => optionsOf(encryptionTypesOf(draft['platform'] as AssurancePlatform), ENCRYPTION_LABELS),
          when: asksOf('diskEncryptionType'),
        },
        {
          path: 'screenLockType.include',
          label: 'Screen lock',
          control: 'many',
          none: 'Not asked for',
          options: () => optionsOf(SCREEN_LOCK_TYPES, LOCK_LABELS),
          when: asksOf('screenLockType'),
        },
        {
          path: 'secureHardwarePresent',
          label: 'Keys in secure hardware',
          control: 'switch',
          help: 'The device must keep its keys in a chip made for that.',
          when: asksOf('secureHardwarePresent'),
        },
        {
          path: 'jailbreak',
          label: 'Refuse jailbroken or rooted devices',
          control: 'switch',
          on: false,
          when: asksOf('jailbreak'),
        },
        {
          path: 'displayRemediationMode',
          label: 'Tell people what their device lacks',
          control: 'switch',
          on: 'SHOW',
          help: 'Otherwise they only see that the sign-in is refused.',
        },
      ],
    },
  },
)
