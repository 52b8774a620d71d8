import type { Fault, FaultRule } from '#contract/gatehouse/faults.ts'

const WORDS: { readonly [Type in Fault['type']]: (fault: Extract<Fault, { type: Type }>) => string } = {
  STATUS: ({ status, retryAfterSeconds }) =>
    retryAfterSeconds === undefined
      ? `Refused with ${status}`
      : `Refused with ${status}, again after ${retryAfterSeconds} s`,
  SLOW: ({ seconds }) => `Answered after ${seconds} s`,
  CUT: ({ bytes }) => `Cut off after ${bytes} bytes`,
  CHANGED: () => 'Object changed by somebody else before',
  REPEATED_PAGE: () => 'The same page again as the next one',
}

/** A rule of a plan of faults in words: which requests, and what happens to them. */
export function faultText({ path, methods, share, most, fault }: FaultRule): { requests: string; fault: string } {
  const some = [share < 1 ? `${Math.round(share * 1_000) / 10} %` : '', most === undefined ? '' : `at most ${most}`]
  const bounds = some.filter(Boolean).join(', ')
  const what = (WORDS[fault.type] as (fault: Fault) => string)(fault)
  return { requests: [...(methods ?? []), path].join(' '), fault: bounds ? `${what} (${bounds})` : what }
}
