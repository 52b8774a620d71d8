/** Components as tests see them: `vue-tsc` checks them; here they only have to be there. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent<Record<string, unknown>>
  export default component
}
