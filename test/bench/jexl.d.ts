/** What the bench uses of `jexl`, which brings no types of its own. */
declare module 'jexl' {
  export class Jexl {
    addTransform(name: string, transform: (value: never, ...rest: never[]) => unknown): void
    compile(expression: string): { evalSync: (context: object) => unknown }
  }
}
