import { boundedList } from './bounds.ts'
import type { Dialect, ExpressionContext, StaticType, TypeName, UserRecord } from './types.ts'
import {
  type AppProfile,
  type Country,
  type Criterion,
  type Group,
  type Known,
  type Presence,
  type Time,
  typeOf,
  UNDEFINED,
  type Value,
} from './values.ts'

/** What a value of each type is at run time. */
interface ValueOf {
  text: string
  number: number
  boolean: boolean
  time: Time
  list: readonly Value[]
  country: Country
  user: UserRecord
  group: Group
  criterion: Criterion
  object: Presence
  appuser: AppProfile
  null: null
  any: Known
}

export interface Parameter<Type extends StaticType = StaticType> {
  name: string
  /** `any` takes a value of every type but null. */
  type: Type
  optional?: boolean
  /** Takes null too, which otherwise makes the result UNDEFINED. */
  nullable?: boolean
  /** Of a list: takes a text of items with commas between them too. */
  csv?: boolean
  /** The last parameter, for any number of arguments, at least one. */
  rest?: boolean
  /** The error of a literal text, as a sentence; null when it is valid. */
  validate?: (text: string) => string | null
  /** The least and the most that a number may be. */
  range?: readonly [least: number, most: number]
}

type Argument<P> = P extends { type: infer Type extends StaticType }
  ? P extends { rest: true }
    ? readonly ValueOf[Type][]
    : P extends { optional: true }
      ? ValueOf[Type] | undefined
      : P extends { nullable: true }
        ? ValueOf[Type] | null
        : ValueOf[Type]
  : never
type Arguments<P extends readonly Parameter[]> = { [Index in keyof P]: Argument<P[Index]> }

interface Described {
  name: string
  /** What it gives back. */
  gives: StaticType
  /** One line for people. */
  help: string
  dialects: readonly Dialect[]
  /** Of an old form that is still taken: the full name of the function to write instead. */
  newForm?: string
}

/** A method or function of the language: what the type check, the evaluator, completion and the docs read. */
export interface Operation extends Described {
  /** The type whose values have this method; null for a function. */
  on: TypeName | null
  /** `String` in `String.append(…)`; null for methods and for functions without a family. */
  family: string | null
  /** The parameters. */
  takes: readonly Parameter[]
  /** The same with a method's own value before it. */
  all: readonly Parameter[]
  /** How many of `all` must be given, and may be: Infinity with a rest parameter. */
  least: number
  most: number
  /** Arguments fit `all`; a rest parameter's are one array. May throw ConversionError. */
  run(args: readonly unknown[], context: ExpressionContext): Value
}

interface MethodDefinition<On extends TypeName, P extends readonly Parameter[]> extends Omit<Described, 'dialects'> {
  on: On
  dialects?: readonly Dialect[]
  takes: P
  run(args: readonly [ValueOf[On], ...Arguments<P>], context: ExpressionContext): Value
}

interface FunctionDefinition<P extends readonly Parameter[]> extends Described {
  family: string | null
  takes: P
  run(args: Arguments<P>, context: ExpressionContext): Value
}

/** Defines a method; of the condition dialect unless it says otherwise. */
export function method<On extends TypeName, const P extends readonly Parameter[]>(
  definition: MethodDefinition<On, P>,
): Operation {
  const { on, takes } = definition
  const all = [{ name: on, type: on }, ...takes]
  return { dialects: ['condition'], family: null, ...definition, all, ...countOf(all) } as Operation
}

/** Defines a function. */
export function fn<const P extends readonly Parameter[]>(definition: FunctionDefinition<P>): Operation {
  const { takes } = definition
  return { on: null, ...definition, all: takes, ...countOf(takes) } as unknown as Operation
}

function countOf(parameters: readonly Parameter[]): { least: number; most: number } {
  const least = parameters.filter(({ optional }) => !optional).length
  return { least, most: parameters.at(-1)?.rest ? Infinity : parameters.length }
}

/** `name(text, search)` as people read it: optional arguments with `?`, repeated ones with `…`. */
export function signatureOf({ on, family, name, takes, gives }: Operation): string {
  const parameters = takes.map((each) => `${each.rest ? '…' : ''}${each.name}${each.optional ? '?' : ''}: ${each.type}`)
  const before = on === null ? (family === null ? '' : `${family}.`) : `${on}.`
  return `${before}${name}(${parameters.join(', ')}): ${gives}`
}

/**
 * Calls an operation with what its arguments came to, a method's own value first. One that is UNDEFINED, has no value or is of another type makes
 * the result UNDEFINED (spec/4 §1.9.5).
 * @throws ConversionError
 */
export function invoke(operation: Operation, args: readonly Value[], context: ExpressionContext): Value {
  const { all, least, most } = operation
  if (args.length < least || args.length > most) return UNDEFINED
  let given = args
  for (let index = 0; index < args.length; index += 1) {
    const parameter = all[index < all.length ? index : all.length - 1]
    const value = args[index]
    if (parameter?.csv && typeof value === 'string') given = given.with(index, itemsOf(value))
    else if (parameter === undefined || !fits(parameter, value)) return UNDEFINED
  }
  if (most !== Infinity) return operation.run(given, context)
  return operation.run([...given.slice(0, all.length - 1), given.slice(all.length - 1)], context)
}

/** The items of a text with commas between them, without the spaces around them; none of an empty text. */
function itemsOf(text: string): readonly Value[] {
  return text.trim() === '' ? [] : boundedList(text.split(',').map((item) => item.trim()))
}

function fits({ type, nullable }: Parameter, value: Value | undefined): boolean {
  if (value === UNDEFINED || value === undefined) return false
  if (value === null) return nullable === true
  return type === 'any' || typeOf(value) === type
}
