/**
 * The expression language of `elCondition`, group rules, user name templates and event-hook filters (spec/4 §1.8,
 * §1.9.5). Pure: `parse` reports problems with their places; `compile` makes evaluation fast; `test`, `evaluate` and
 * `trace` ask it. Nothing here throws for any input. A closed door: code outside this folder imports from here only.
 */
export { parse } from './parse.ts'
export { compile } from './compile.ts'
export { compileTemplate, fillTemplate, missingIn, textsOf, type Template } from './template.ts'
export { test } from './evaluate.ts'
export { jsonOf, type JsonValue } from './json-value.ts'
export { groupLikeness, type GroupLikeness } from './group-likeness.ts'
export { relatedAsked, type RelatedAsked } from './related.ts'
export { trace } from './trace.ts'
export { pathParts } from './tree.ts'
export { compileNamePattern, compilePattern, namePatternError, patternError } from './families/name-patterns.ts'
export {
  asksMembership,
  asksPerson,
  attributesRead,
  personReads,
  readsPersonAlone,
  referencedGroupIds,
  referencedGroupNames,
  referencedPaths,
  translateIds,
  typeOfPath,
  type GroupNamesAsked,
  type PersonReads,
} from './references.ts'
export { EXPRESSION_CATALOGUE, type CatalogueEntry } from './catalogue.ts'
export { complete, type Completion, type Completions } from './complete.ts'
export { KNOWN_VALUES, type Lookup } from './known-names.ts'
export { tokenizeLeniently, type Token } from './lexer.ts'
export type {
  Dialect,
  Expression,
  ExpressionContext,
  Node,
  ParseOptions,
  ParseResult,
  Problem,
  TraceNode,
  UserRecord,
} from './types.ts'
