/** What people bring from related languages and this one does not have, each with what to do instead (spec/4 §1.8). */

/** Symbols, looked up wherever the parser meets one that it cannot use. */
export const UNSUPPORTED_SYMBOLS: Readonly<Record<string, string>> = {
  '++': 'the increment operator `++` is not supported',
  '--': 'the decrement operator `--` is not supported',
  '=': 'assignment is not supported; compare with `==`',
  '+=': 'assignment is not supported; compare with `==`',
  '-=': 'assignment is not supported; compare with `==`',
  '===': 'there is no `===`; compare with `==`',
  '!==': 'there is no `!==`; compare with `!=`',
  '<>': 'there is no `<>`; compare with `!=`',
  '=>': 'there is no `=>`; write `>=`',
  '-': 'subtraction is not supported; `-` only starts a negative number',
  '*': 'multiplication is not supported; `+` is the only arithmetic operator',
  '/': 'division is not supported; `+` is the only arithmetic operator',
  '%': 'the remainder is not supported; `+` is the only arithmetic operator',
  '^': 'the power operator is not supported; `+` is the only arithmetic operator',
  '&': 'there is no single `&`; write `&&`',
  '|': 'there is no single `|`; write `||`',
  '@': 'bean references such as `@name` are not supported',
  '#': 'variable and function references such as `#name` are not supported',
  '${': 'write the expression without `${` and `}`',
  $: '`$` has no meaning here',
  ';': 'an expression is one value; `;` has no meaning here',
  '?:': 'the operator `?:` is not supported; write `a != null ? a : b`',
  '?.': 'safe navigation `?.` is not supported; what has no value is already harmless',
  '.?[': 'selection `.?[…]` is not supported',
  '.^[': 'selection `.^[…]` is not supported',
  '.$[': 'selection `.$[…]` is not supported',
  '.![': 'projection `.![…]` is not supported',
  '[': 'indexing with `[…]` is not supported',
}

/** Operators of other languages, looked up where an operator may be. */
export const UNSUPPORTED_WORDS: Readonly<Record<string, string>> = {
  instanceof: 'the operator `instanceof` is not supported',
  between: 'the operator `between` is not supported; write two comparisons joined by `&&`',
  matches: 'the operator `matches` is not supported; there are no regular expressions',
  eq: 'the word `eq` is not an operator; write `==`',
  ne: 'the word `ne` is not an operator; write `!=`',
  lt: 'the word `lt` is not an operator; write `<`',
  le: 'the word `le` is not an operator; write `<=`',
  gt: 'the word `gt` is not an operator; write `>`',
  ge: 'the word `ge` is not an operator; write `>=`',
  div: 'division is not supported; `+` is the only arithmetic operator',
  mod: 'the remainder is not supported; `+` is the only arithmetic operator',
}

export const CONSTRUCTOR_UNSUPPORTED = 'constructors such as `new Name(…)` are not supported'
export const TYPE_UNSUPPORTED = 'type references such as `T(Name)` are not supported'
export const QUALIFIED_UNSUPPORTED = 'qualified names such as `java.lang.String` are not supported'

/** First parts of names that only a qualified identifier has; `org` is not here, for it is an object in Classic. */
export const QUALIFIED_ROOTS: ReadonlySet<string> = new Set(['java', 'javax', 'com', 'kotlin', 'scala'])
