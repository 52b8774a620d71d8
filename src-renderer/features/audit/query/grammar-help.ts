/** The grammar in ten lines: what is written, what it says. */
export const GRAMMAR: readonly (readonly [string, string])[] = [
  ['severity eq "WARN"', 'an attribute, an operator, a value; texts in double quotes'],
  ['eq · ne', 'is, is not'],
  ['co · sw · ew', 'contains, begins with, ends with'],
  ['gt · ge · lt · le', 'in order: greater, at least, less, at most'],
  ['pr', 'is present; takes no value'],
  ['and · or', 'both, one of both; and binds tighter'],
  ['not ( … )', 'none of it; the brackets are needed'],
  ['( … )', 'several conditions as one'],
  ['target.id', 'a list matches by any of its elements'],
  ['\\" · \\\\', 'a quote and a backslash inside a text'],
]

/** Filters to begin with, in words. */
export const EXAMPLES: readonly { words: string; filter: string }[] = [
  { words: 'Everything about policies', filter: 'eventType sw "policy."' },
  { words: 'Failures and denials', filter: 'outcome.result eq "FAILURE" or outcome.result eq "DENY"' },
  { words: 'Made by background jobs', filter: 'transaction.type eq "JOB"' },
  { words: 'Renamed to something with “test”', filter: 'target.changeDetails.to.name co "test"' },
  { words: 'From outside one network', filter: 'client.ipAddress pr and not (client.ipAddress sw "10.")' },
]
