import { builderConfig } from './scripts/packaging/builder-config.ts'
import { forgetEmptySecrets } from './scripts/packaging/signing.ts'

forgetEmptySecrets(process.env)

/** What electron-builder makes (`npm run dist`); the parts and their reasons are in `scripts/packaging`. */
export default builderConfig(process.env)
