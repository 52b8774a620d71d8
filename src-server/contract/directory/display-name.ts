/** What a person is called in events and lists; empty without any name. */
export function displayNameOf({ firstName, lastName }: { firstName?: unknown; lastName?: unknown }): string {
  return [firstName, lastName].filter(Boolean).join(' ').trim()
}
