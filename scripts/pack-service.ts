import { join } from 'node:path'
import { packService } from './packaging/service-package.ts'

/** `npm run pack:service`: the headless service as a package that npm installs anywhere. */
console.log(await packService(join(import.meta.dirname, '../dist')))
