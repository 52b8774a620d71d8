/** What of a body a request cannot set, or only by the lifecycle. */
const APART: ReadonlySet<string> = new Set(['status', 'created', 'lastUpdated', 'lastUpdatedBy'])

/** Whether two states of an object differ in what a replacement sets. */
export function isOtherContent(a: object, b: object): boolean {
  return contentOf(a) !== contentOf(b)
}

const contentOf = (body: object) => JSON.stringify(Object.entries(body).filter(([key]) => !APART.has(key)))
