import { isTree } from './tree.ts'

/** Words at whose end a key says that its value gives access: `client_secret`, `sharedKey`, `accessToken`. */
const SECRET_KEY = /(?:secret|password|passphrase|token|assertion|private_?key|shared_?key|api_?key)s?$/i
/** Keys of the value itself inside an object that is called so, as in `password: { value }`. */
const VALUE_KEY = /^(?:value|hash|salt|answer)$/i

/**
 * A copy of a JSON value without what gives access: texts under keys that are called so, and the values of `headers`.
 * Objects under such keys stay, because the settings of a password policy are called `password` too.
 */
export function withoutSecrets(value: unknown, under = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, under))
  if (!isTree(value)) return value
  const inside = SECRET_KEY.test(under) || /headers$/i.test(under)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, own]) => typeof own !== 'string' || !(SECRET_KEY.test(key) || (inside && VALUE_KEY.test(key))))
      .map(([key, own]) => [key, withoutSecrets(own, key)]),
  )
}
