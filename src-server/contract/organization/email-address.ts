/** Bytes of the parts of an address and of the whole (RFC 3696 §3 with its erratum 1690). */
const LONGEST = { local: 64, domain: 255, whole: 254 } as const

/** Characters between dots, of which none begins, ends or follows another dot. */
const DOTTED = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** A backslash takes the character after it as it is, so that it may be any that prints. */
const ESCAPED = /^(?:[\w!#$%&'*+/=?^`{|}~.-]|\\[\x20-\x7e])+$/
/** Between quotation marks anything that prints goes, but for a quotation mark or a backslash that is not escaped. */
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])+"$/
/** Letters, digits and hyphens, with no hyphen at an end. */
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** Whether a text is an email address by RFC 3696 §2 and §3: the part before its last `@`, and the name of a domain after it. */
export function isEmailAddress(text: string): boolean {
  if (text.length > LONGEST.whole) return false
  const at = text.lastIndexOf('@')
  return at > 0 && isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

function isLocalPart(local: string): boolean {
  if (local.length > LONGEST.local) return false
  if (local.startsWith('"')) return QUOTED.test(local)
  return DOTTED.test(local) || (local.includes('\\') && ESCAPED.test(local) && !/^\.|\.\.|\.$/.test(local))
}

/** The last label is never all digits, so that no address of IPv4 is taken for a name. */
function isDomain(domain: string): boolean {
  if (domain.length > LONGEST.domain) return false
  const labels = domain.split('.')
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}
