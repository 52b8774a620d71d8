import type { ApiError } from '#contract/interface/api-error.ts'

/** Why something is refused: what is wrong in which field, where that is known. */
export const refusalLines = ({ message, causes }: ApiError): string[] =>
  causes.length > 0 ? causes.map(({ errorSummary }) => errorSummary) : [message]
