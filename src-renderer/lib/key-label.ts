/** A key in camel case as a label: `identityProviderArn` as "Identity provider arn". */
export function keyLabel(key: string): string {
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
