/** An object of a reply, on the way to what this version answers. */
type Shown = Record<string, unknown>

/** What replies deliberately say otherwise than those of 0.1.0, by the finding of spec/6: each changes one object of a reply where it holds. */
const CHANGES: readonly { finding: number; change: (shown: Shown, path: string) => Shown }[] = [
  {
    finding: 3,
    change: ({ mapAMRClaims: maps, ...others }) => ({
      ...others,
      ...(maps === undefined || maps === false ? {} : { mapAMRClaims: maps }),
    }),
  },
]

/** A reply of an earlier version, as this one answers. @param path with its query */
export function asNow(path: string, body: unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => asNow(path, item))
  if (typeof body !== 'object' || body === null) return body
  const held = Object.entries(body).map(([key, value]) => [key, asNow(path, value)])
  return CHANGES.reduce<Shown>((shown, { change }) => change(shown, path), Object.fromEntries(held))
}
