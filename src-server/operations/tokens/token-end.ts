import { TOKEN_WINDOW_DAYS } from '#contract/access/api-token.ts'

/** How long after its last use a token ends, in milliseconds. */
export const TOKEN_WINDOW_MS = TOKEN_WINDOW_DAYS * 86_400_000

/** When a token ends that is used now. @param now a timestamp of the interface, as the result is */
export const endAfter = (now: string) => new Date(Date.parse(now) + TOKEN_WINDOW_MS).toISOString()
