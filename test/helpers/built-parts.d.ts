// What `builtParts` of test/setup/built-parts.ts gives.
declare module 'virtual:built-cli' {
  export const CLI: string
}
