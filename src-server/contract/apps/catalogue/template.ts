import { z } from 'zod'
import { lineSchema } from '../../interface/fields.ts'
import { LIMITS } from '../../interface/limits.ts'
import { optional } from '../modes/fields.ts'

/** A setting that is on or off. */
const flag = z.boolean().default(false)

const SECONDS_OF_A_DAY = 86_400
const seconds = z
  .int()
  .min(0)
  .max(SECONDS_OF_A_DAY)
  .nullable()
  .default(null)
  .meta({ description: 'Seconds, a day at the most' })

const line = lineSchema().max(LIMITS.settingLength)
const lines = z
  .union([line, z.array(line).max(LIMITS.settingEntries)])
  .nullable()
  .default(null)

/** A secret of the other service. WHY taken and not kept: nothing here calls that service, so no file need hold what opens it. */
const secret = line
  .nullable()
  .default(null)
  .transform(() => null)
  .meta({ description: 'Accepted, not stored and answered as null: nothing here signs in to the other service' })

const SETTING_TYPES = { text: optional, flag, seconds, lines, secret } as const

/** Of which type a setting of a template is; what a request leaves out is false for a flag, null for the others. */
type SettingType = keyof typeof SETTING_TYPES

/** The settings of a template by name. */
export type TemplateSettings = Readonly<Record<string, SettingType>>

const openValue = z.union([line, z.number(), z.boolean(), z.null()])

/**
 * The schema of `settings.app` by a template.
 * @param settings null where nothing says which settings there are: then what is sent is kept, within the bounds of settings
 * @param known of those the ones that are always answered: null where none was sent
 */
export function templateSchema(settings: TemplateSettings | null, known: readonly string[] = []): z.ZodObject {
  if (settings === null)
    return z
      .object(Object.fromEntries(known.map((name) => [name, openValue.default(null)])))
      .catchall(openValue)
      .refine((given) => Object.keys(given).length <= LIMITS.settingEntries, 'must not have so many settings')
  return z.strictObject(Object.fromEntries(Object.entries(settings).map(([name, type]) => [name, SETTING_TYPES[type]])))
}
