import { CLASSIC_CONVERSIONS } from './families/classic-conversions.ts'
import { CLASSIC_GROUPS } from './families/classic-groups.ts'
import { CLASSIC_LISTS } from './families/classic-lists.ts'
import { CLASSIC_PEOPLE } from './families/classic-people.ts'
import { CLASSIC_PLAIN } from './families/classic-plain.ts'
import { CLASSIC_TEXT } from './families/classic-text.ts'
import { CLASSIC_TIMES } from './families/classic-times.ts'
import { CONVERSION_METHODS } from './families/conversion-methods.ts'
import { COUNTRY_METHODS } from './families/country-methods.ts'
import { GROUP_METHODS } from './families/group-methods.ts'
import { LIST_METHODS } from './families/list-methods.ts'
import { STRING_METHODS } from './families/string-methods.ts'
import { TIME_FUNCTIONS, TIME_METHODS } from './families/time-methods.ts'
import { DEFAULT_NAME_OPERATOR, GROUP_KEYS, NAME_OPERATORS, OPERATOR_KEY } from './criteria.ts'
import { OBJECT_PATHS } from './objects.ts'
import { signatureOf, type Operation } from './operations.ts'
import type { Dialect, StaticType, TypeName } from './types.ts'

const METHOD_LIST: readonly Operation[] = [
  ...STRING_METHODS,
  ...LIST_METHODS,
  ...CONVERSION_METHODS,
  ...COUNTRY_METHODS,
  ...GROUP_METHODS,
  ...TIME_METHODS,
]
const FUNCTION_LIST: readonly Operation[] = [
  ...TIME_FUNCTIONS,
  ...CLASSIC_TEXT,
  ...CLASSIC_PLAIN,
  ...CLASSIC_LISTS,
  ...CLASSIC_TIMES,
  ...CLASSIC_CONVERSIONS,
  ...CLASSIC_GROUPS,
  ...CLASSIC_PEOPLE,
]

/** Methods by name, then by the type whose values have them. */
export const METHODS: ReadonlyMap<string, ReadonlyMap<TypeName, Operation>> = methodsByName()

/** Functions by full name, such as `String.append`. */
export const FUNCTIONS: ReadonlyMap<string, Operation> = new Map(FUNCTION_LIST.map((each) => [fullName(each), each]))

/** Prefixes of functions, such as `String`. */
export const FAMILIES: ReadonlySet<string> = new Set(FUNCTION_LIST.flatMap(({ family }) => family ?? []))

function methodsByName() {
  const byName = new Map<string, Map<TypeName, Operation>>()
  for (const operation of METHOD_LIST) {
    const byType = byName.get(operation.name) ?? new Map<TypeName, Operation>()
    if (operation.on) byType.set(operation.on, operation)
    byName.set(operation.name, byType)
  }
  return byName
}

function fullName({ family, name }: Operation): string {
  return family === null ? name : `${family}.${name}`
}

/** One thing that an expression can name, for completion and documentation. */
export interface CatalogueEntry {
  /** `user.profile.*`, `toUpperCase`, `String.append`, `&&`. */
  name: string
  /** As written in documentation, with the types of arguments and result. */
  signature: string
  /** What it gives. */
  type: StaticType
  /** The type whose values have the method; null for everything else. */
  on: TypeName | null
  dialects: readonly Dialect[]
  /** One line. */
  help: string
}

const OPERATORS: readonly (readonly [name: string, signature: string, type: StaticType, help: string])[] = [
  ['&&', 'a && b', 'boolean', 'True when both are; false as soon as one is. `AND` is the same.'],
  ['||', 'a || b', 'boolean', 'True as soon as one is. `OR` is the same.'],
  ['!', '!a', 'boolean', 'True when a is false. `NOT` is the same.'],
  [
    '==',
    'a == b',
    'boolean',
    'Whether both are the same; texts compare with their case. An object such as `appuser` compares with null.',
  ],
  ['!=', 'a != b', 'boolean', 'Whether they differ.'],
  ['<', 'a < b', 'boolean', 'Order of two numbers, texts or times.'],
  ['<=', 'a <= b', 'boolean', 'Order of two numbers, texts or times.'],
  ['>', 'a > b', 'boolean', 'Order of two numbers, texts or times.'],
  ['>=', 'a >= b', 'boolean', 'Order of two numbers, texts or times.'],
  ['+', 'a + b', 'any', 'The sum of two numbers, or texts joined.'],
  ['? :', 'a ? b : c', 'any', 'b when a is true, c when it is false.'],
]
const EVERYWHERE: readonly Dialect[] = ['condition', 'classic', 'group-rule', 'event-filter']

/**
 * All that the language knows, in tables: the type check reads the same ones. Adding a method means adding a row to its
 * family's file.
 */
export const EXPRESSION_CATALOGUE: Readonly<{
  objects: readonly CatalogueEntry[]
  methods: readonly CatalogueEntry[]
  functions: readonly CatalogueEntry[]
  operators: readonly CatalogueEntry[]
  groupCriteria: Readonly<{
    keys: readonly string[]
    operators: readonly string[]
    operatorKey: string
    fallback: string
  }>
}> = {
  objects: OBJECT_PATHS.map(({ path, type, dialects, help }) => ({
    name: path,
    signature: `${path}: ${type}`,
    type,
    on: null,
    dialects,
    help,
  })),
  methods: METHOD_LIST.map(entryOf),
  functions: FUNCTION_LIST.map(entryOf),
  operators: OPERATORS.map(([name, signature, type, help]) => ({
    name,
    signature,
    type,
    on: null,
    dialects: EVERYWHERE,
    help,
  })),
  groupCriteria: {
    keys: [...GROUP_KEYS.keys()],
    operators: NAME_OPERATORS,
    operatorKey: OPERATOR_KEY,
    fallback: DEFAULT_NAME_OPERATOR,
  },
}

function entryOf(operation: Operation): CatalogueEntry {
  const { on, gives, dialects, help } = operation
  return {
    name: on ? operation.name : fullName(operation),
    signature: signatureOf(operation),
    type: gives,
    on,
    dialects,
    help,
  }
}
