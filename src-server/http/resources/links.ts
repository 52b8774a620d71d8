import type { Links } from '#contract/interface/fields.ts'

/** A link with the verbs that it allows now. */
export function link(href: string, ...allow: string[]): { href: string; hints: { allow: string[] } } {
  return { href, hints: { allow } }
}

/** The pictures of what has none of its own, by size. */
export function logoLinks(base: string, what: 'group' | 'app', ...sizes: ('medium' | 'large')[]): Links[string] {
  return sizes.map((name) => ({ name, href: `${base}/img/logos/${what}-${name}.png`, type: 'image/png' }))
}

/** `activate` for what is inactive, `deactivate` for what is active: never both (spec/1 "Links object"). */
export function lifecycleLink(self: string, status: 'ACTIVE' | 'INACTIVE'): Links {
  const verb = status === 'ACTIVE' ? 'deactivate' : 'activate'
  return { [verb]: link(`${self}/lifecycle/${verb}`, 'POST') }
}
