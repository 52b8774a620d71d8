import { z } from 'zod'
import { linksSchema, nameSchema, timestampSchema } from '../../interface/fields.ts'

export const ASSURANCE_PLATFORMS = ['ANDROID', 'IOS', 'MACOS', 'WINDOWS', 'CHROMEOS'] as const
export type AssurancePlatform = (typeof ASSURANCE_PLATFORMS)[number]

const DISK_ENCRYPTION_TYPES = ['FULL', 'USER', 'ALL_INTERNAL_VOLUMES'] as const
export const SCREEN_LOCK_TYPES = ['BIOMETRIC', 'PASSCODE'] as const

function includeSchema<const T extends readonly [string, ...string[]]>(values: T) {
  return z.strictObject({
    include: z
      .array(z.enum(values))
      .min(1)
      .refine((list) => new Set(list).size === list.length, 'must not name the same value twice'),
  })
}

const signals = {
  osVersion: z
    .strictObject({
      minimum: z
        .string()
        .max(40)
        .regex(/^\d+(\.\d+){0,4}$/, 'must be a version such as 14.2.1'),
    })
    .optional(),
  diskEncryptionType: includeSchema(DISK_ENCRYPTION_TYPES).optional(),
  screenLockType: includeSchema(SCREEN_LOCK_TYPES).optional(),
  jailbreak: z.boolean().optional().meta({ description: 'Whether the device may be jailbroken or rooted' }),
  secureHardwarePresent: z.boolean().optional(),
}
export type AssuranceSignal = keyof typeof signals

/** What a device of each platform can be asked for; a form offers these and no other. */
export const ASSURANCE_SIGNALS: Readonly<Record<AssurancePlatform, readonly AssuranceSignal[]>> = {
  ANDROID: ['osVersion', 'diskEncryptionType', 'screenLockType', 'jailbreak', 'secureHardwarePresent'],
  IOS: ['osVersion', 'screenLockType', 'jailbreak'],
  MACOS: ['osVersion', 'diskEncryptionType', 'screenLockType', 'secureHardwarePresent'],
  WINDOWS: ['osVersion', 'diskEncryptionType', 'screenLockType', 'secureHardwarePresent'],
  CHROMEOS: ['osVersion', 'diskEncryptionType', 'screenLockType'],
}

/** Android encrypts the whole device or each profile; desktops encrypt volumes. */
export function encryptionTypesOf(platform: AssurancePlatform): readonly (typeof DISK_ENCRYPTION_TYPES)[number][] {
  return platform === 'ANDROID' ? ['FULL', 'USER'] : ['ALL_INTERNAL_VOLUMES']
}

/** Beside what the platform itself tells. */
const additions = {
  displayRemediationMode: z
    .enum(['HIDE', 'SHOW'])
    .default('HIDE')
    .meta({ description: 'Whether people are told what their device lacks' }),
  thirdPartySignalProviders: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .meta({ description: 'What providers of signals must tell, by provider, as it was sent' }),
}

export const deviceAssuranceWriteSchema = z
  .object({ name: nameSchema, platform: z.enum(ASSURANCE_PLATFORMS), ...signals, ...additions })
  .superRefine((assurance, context) => {
    const { platform, diskEncryptionType, thirdPartySignalProviders } = assurance
    const asked = (Object.keys(signals) as AssuranceSignal[]).filter((signal) => assurance[signal] !== undefined)
    if (!thirdPartySignalProviders && asked.length === 0)
      context.addIssue({
        code: 'custom',
        path: ['platform'],
        message: `needs a condition: one of ${ASSURANCE_SIGNALS[platform].join(', ')}`,
      })
    const known = ASSURANCE_SIGNALS[platform]
    for (const signal of Object.keys(signals) as AssuranceSignal[])
      if (assurance[signal] !== undefined && !known.includes(signal))
        context.addIssue({ code: 'custom', path: [signal], message: `is not told by ${platform}` })
    diskEncryptionType?.include.forEach((type, index) => {
      if (known.includes('diskEncryptionType') && !encryptionTypesOf(platform).includes(type))
        context.addIssue({
          code: 'custom',
          path: ['diskEncryptionType', 'include', index],
          message: `must be one of ${encryptionTypesOf(platform).join(', ')}`,
        })
    })
  })
  .meta({ id: 'DeviceAssuranceWrite' })

/**
 * A device assurance: what a device must show of itself, so that `device.assurance` can ask for it (spec/4 §1.1). It has
 * no status and no lifecycle: one that no rule names asks nothing of anybody. Its moments have names of their own.
 */
export const deviceAssuranceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    platform: z.enum(ASSURANCE_PLATFORMS),
    ...signals,
    ...additions,
    resourceId: z.string().meta({ description: 'The same as `id`' }),
    resourceType: z.literal('DeviceAssurancePolicyEntity'),
    resourceDisplayName: z.object({ value: z.string(), sensitive: z.boolean() }),
    createdBy: z.string().optional().meta({ description: 'Id of the person; absent where it is not known' }),
    createdDate: timestampSchema,
    lastUpdatedBy: z.string().optional(),
    lastUpdate: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'DeviceAssurance' })
export type DeviceAssurance = z.output<typeof deviceAssuranceSchema>

/** What replacing one answers: its making is left out (spec/5 §14). */
export const replacedDeviceAssuranceSchema = deviceAssuranceSchema
  .omit({ createdBy: true, createdDate: true })
  .meta({ id: 'ReplacedDeviceAssurance' })
