import type { Node } from '#expression/index.ts'

/** How tightly each kind of node binds; a part that binds less tightly than its place needs brackets. */
const LEVELS = { ternary: 1, '||': 2, '&&': 3, '==': 4, '!=': 4, '<': 5, '<=': 5, '>': 5, '>=': 5, '+': 6 } as const
const UNARY = 7
const POSTFIX = 8

/** Writes a tree in the canonical way: double quotes, `&&` for AND, as few brackets as keep the tree. */
export function print(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value)
    case 'name':
      return node.name
    case 'list':
      return `{${node.items.map(print).join(', ')}}`
    case 'map':
      return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${print(value)}`).join(', ')}}`
    case 'member':
      return `${printAt(POSTFIX, node.object)}.${node.name}`
    case 'call':
      return `${node.receiver ? `${printAt(POSTFIX, node.receiver)}.` : ''}${node.name}(${node.args.map(print).join(', ')})`
    case 'not':
      return `!${printAt(UNARY, node.operand)}`
    case 'logical':
      return node.operands.map((operand) => printAt(levelOf(node) + 1, operand)).join(` ${node.operator} `)
    case 'binary':
      return `${printAt(levelOf(node), node.left)} ${node.operator} ${printAt(levelOf(node) + 1, node.right)}`
    case 'ternary':
      return `${printAt(2, node.test)} ? ${print(node.then)} : ${print(node.otherwise)}`
  }
}

function printAt(level: number, node: Node): string {
  return levelOf(node) < level ? `(${print(node)})` : print(node)
}

function levelOf(node: Node): number {
  if (node.kind === 'ternary') return LEVELS.ternary
  if (node.kind === 'logical' || node.kind === 'binary') return LEVELS[node.operator]
  return node.kind === 'not' ? UNARY : POSTFIX
}
