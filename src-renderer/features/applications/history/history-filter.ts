/** The events about an application that changed something: sign-ins to it and their verdicts did not. */
export function changesOf(appId: string): string {
  const begins = ['user.', 'policy.evaluate', 'application.policy.sign_on.deny_access']
  const isNone = begins.map((begin) => `not (eventType sw ${JSON.stringify(begin)})`)
  return [`target.id eq ${JSON.stringify(appId)}`, ...isNone].join(' and ')
}
