import { builderConfig } from './scripts/packaging/builder-config.ts'

/** What electron-builder makes (`npm run dist`); the parts and their reasons are in `scripts/packaging`. */
export default builderConfig(process.env)
