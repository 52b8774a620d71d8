import type { CallNode, Node } from './types.ts'

/** The base of a chain of members, with the names along it: `{user, [profile, email]}`. */
export function climb(node: Node): { base: Node; names: string[] } {
  const names: string[] = []
  let base = node
  for (; base.kind === 'member'; base = base.object) names.unshift(base.name)
  return { base, names }
}

/** `['user', 'profile', 'email']` for a chain whose base is a name; null for any other node. */
export function pathParts(node: Node): string[] | null {
  const { base, names } = climb(node)
  return base.kind === 'name' ? [base.name, ...names] : null
}

/** The nodes directly below, in source order; the object of a path is not among them. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'list':
      return node.items
    case 'map':
      return node.entries.map(({ value }) => value)
    case 'member':
      return pathParts(node) ? [] : [climb(node).base]
    case 'call':
      return [receiverOf(node) ?? [], node.args].flat()
    case 'not':
      return [node.operand]
    case 'logical':
      return node.operands
    case 'binary':
      return [node.left, node.right]
    case 'ternary':
      return [node.test, node.then, node.otherwise]
  }
}

/** The receiver where it is a value of its own, not the bare name of an object or of a family of functions. */
export function receiverOf({ receiver }: CallNode): Node | null {
  return receiver?.kind === 'name' ? null : receiver
}

/** Every node of a tree, parents before children. */
export function* walk(root: Node): Generator<Node> {
  const open = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    open.push(...childrenOf(node).toReversed())
  }
}
