import fc from 'fast-check'

// A build draws the same examples each time, so that what it refuses is the change's doing; elsewhere they are new with
// every run, and find what these do not.
if (process.env['CI']) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 })
