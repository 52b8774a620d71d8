import { lineSchema } from '../../interface/fields.ts'
import { LIMITS } from '../../interface/limits.ts'

const ADDRESS = /^[a-z][a-z0-9+.-]*:[^\s<>"\\]+$/i
/** Schemes that run in the page of the person who opens them. */
const SCRIPT = /^(?:javascript|data|vbscript):/i

const isAddress = (text: string) => ADDRESS.test(text) && !SCRIPT.test(text)

/** An address that a browser can be sent to: of any scheme, as programs on telephones have their own, but not a script. */
export const addressSchema = lineSchema()
  .max(LIMITS.addressLength)
  .refine(isAddress, 'must be an address such as https://app.example.com/')

/** An address that may be absent, which is answered as null. */
export const optionalAddress = addressSchema.nullable().default(null)

/** A text of one line that has to be given. */
export const required = lineSchema().min(1).max(LIMITS.settingLength)

/** A text of one line; null where it is not given, or empty. */
export const optional = lineSchema().min(1).max(LIMITS.settingLength).nullable().default(null)
