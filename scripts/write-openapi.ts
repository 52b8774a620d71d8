import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '../src-server/openapi/document.ts'
import { VERSION } from '../src-server/version.ts'

/** `npm run openapi`: the document as a file, for client generators and for reading a change in a review. */
const file = join(import.meta.dirname, '../resources/openapi.json')
const document = openApiDocument({ version: VERSION, url: 'http://127.0.0.1:7480' })
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
console.log(`${file} has ${Object.keys(document['paths'] as object).length} paths`)
