import type { Links } from '#contract/interface/fields.ts'

/** A link with the verbs that it allows now. */
export function link(href: string, ...allow: string[]): { href: string; hints: { allow: string[] } } {
  return { href, hints: { allow } }
}

/** `activate` for what is inactive, `deactivate` for what is active: never both (spec/1 "Links object"). */
export function lifecycleLink(self: string, status: 'ACTIVE' | 'INACTIVE'): Links {
  const verb = status === 'ACTIVE' ? 'deactivate' : 'activate'
  return { [verb]: link(`${self}/lifecycle/${verb}`, 'POST') }
}
