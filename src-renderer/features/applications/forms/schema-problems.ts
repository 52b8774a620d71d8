import { appWriteSchema } from '#contract/apps/app-write.ts'
import { problemsBy } from '#ui/domain/schema-problems.ts'

/** All problems that the contract finds in what a request about an application would carry. */
export const appProblems = problemsBy(appWriteSchema)
