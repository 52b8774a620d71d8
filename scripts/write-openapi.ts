import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openApiDocument } from '#openapi/document.ts'
import { VERSION } from '#server/version.ts'

/** `npm run openapi`: the document as a file, for client generators and for comparing two versions. */
const file = join(import.meta.dirname, '../out/openapi.json')
const document = openApiDocument({ version: VERSION, url: 'http://127.0.0.1:7480' })
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
console.log(`${file} has ${Object.keys(document['paths'] as object).length} paths`)
