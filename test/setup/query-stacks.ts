/** Where Sequelize makes an error for each statement and reads its stack, for the few statements that fail. */
const QUERY = '/sequelize/lib/dialects/sqlite/query.js'

type Prepare = NonNullable<typeof Error.prepareStackTrace>

/** What this file put in. WHY kept: the setup of each test file runs it again, in the same worker. */
const ours = globalThis as { preparesQueryStacks?: Prepare }

/**
 * Leaves the places in such a stack as they are. The runner looks up those of all stacks in the sources: for each statement, that was a
 * tenth of the time of tests that use the database.
 */
function withoutLookups(inSources: Prepare): Prepare {
  return (error, frames) =>
    error.message === '' && frames[0]?.getFileName()?.replaceAll('\\', '/').endsWith(QUERY)
      ? `Error\n    at ${frames.join('\n    at ')}`
      : inSources(error, frames)
}

const inSources = Error.prepareStackTrace
if (inSources && inSources !== ours.preparesQueryStacks)
  Error.prepareStackTrace = ours.preparesQueryStacks = withoutLookups(inSources)
