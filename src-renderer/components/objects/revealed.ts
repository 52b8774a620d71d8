/** A secret that is shown once. */
export interface Revealed {
  title: string
  text: string
  secret: string
}
