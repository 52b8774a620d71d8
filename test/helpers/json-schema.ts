import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** What a value breaks of a schema that refers into `document`, one line each; none when it fits. */
export function faultsOf(schema: object, value: unknown, document: object): string[] {
  // WHY not strict: the document's own keywords (`x-scope`, `example`) are no business of the checker.
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', ...(document as Record<string, unknown>) })
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object
  const validate = ajv.compile(absolute)
  validate(value)
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}
