import { metaOfCondition } from './conditions/catalogue.ts'

const PLACES: Readonly<Record<string, string>> = {
  name: 'Name',
  priority: 'Position',
  status: 'Active',
  actions: 'Then',
  type: 'Type',
}

/** Where in the editor a problem is, by the path of its field: `conditions.network.include` is in "Network". */
export function problemPlace(path: string): string {
  const [first = '', second = ''] = path.split('.')
  if (first === 'conditions') return second ? metaOfCondition(second).label : 'If'
  return PLACES[first] ?? first
}
