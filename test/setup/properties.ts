import fc from 'fast-check'
import { runs } from '../helpers/runs.ts'

// A build draws the same examples each time, so that what it refuses is the change's doing; elsewhere they are new with
// every run, and find what these do not.
const drawn = process.env['CI'] ? { seed: 20_261_123 } : {}
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: runs(0.5), ...drawn })
