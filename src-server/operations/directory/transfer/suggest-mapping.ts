import type { ImportTarget } from '#contract/directory/directory-import.ts'

/** Other names of attributes, as exports of other programs call them; letters and digits only, in lower case. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  login: ['username', 'userid', 'loginname', 'samaccountname', 'userprincipalname', 'upn', 'account'],
  email: ['mail', 'emailaddress', 'primaryemail', 'workemail'],
  secondEmail: ['secondaryemail', 'alternateemail', 'personalemail'],
  firstName: ['givenname', 'forename', 'first'],
  lastName: ['surname', 'familyname', 'last', 'sn'],
  mobilePhone: ['mobile', 'cellphone', 'cell', 'mobilenumber'],
  primaryPhone: ['phone', 'telephone', 'phonenumber', 'telephonenumber', 'workphone'],
  title: ['jobtitle', 'position'],
  department: ['dept', 'departmentname'],
  employeeNumber: ['employeeid', 'staffid', 'personnelnumber'],
  streetAddress: ['street', 'address'],
  zipCode: ['zip', 'postalcode', 'postcode'],
  countryCode: ['country', 'co'],
  organization: ['company', 'organisation'],
  manager: ['managername', 'supervisor'],
  name: ['groupname', 'displayname', 'cn', 'group'],
  description: ['desc', 'notes', 'comment'],
  group: ['groupid', 'groupname', 'name', 'team'],
  user: ['userid', 'login', 'username', 'email', 'member', 'memberid'],
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * What the columns of a file are probably meant for: those that are called like a target or its title first, then by other names; no target twice.
 * @returns by column; null for those that nothing fits
 */
export function suggestMapping(
  columns: readonly string[],
  targets: readonly Pick<ImportTarget, 'name' | 'title'>[],
): Map<string, string | null> {
  const mapping = new Map<string, string | null>(columns.map((column) => [column, null]))
  const free = new Set(targets.map(({ name }) => name))
  const take = (fits: (column: string, target: Pick<ImportTarget, 'name' | 'title'>) => boolean) => {
    for (const column of columns) {
      if (mapping.get(column)) continue
      const target = targets.find((one) => free.has(one.name) && fits(plain(column), one))
      if (!target) continue
      mapping.set(column, target.name)
      free.delete(target.name)
    }
  }
  take((column, { name }) => column === plain(name))
  take((column, { title }) => column === plain(title))
  take((column, { name }) => SYNONYMS[name]?.includes(column) ?? false)
  return mapping
}
