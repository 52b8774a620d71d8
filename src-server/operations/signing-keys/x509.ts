import type * as x509Library from '@peculiar/x509'

type X509 = typeof x509Library

let loading: Promise<X509> | null = null

/**
 * The library that reads and writes certificates. WHY on first use: it and what it needs are large, and most services never make a
 * key. It wants metadata of classes to be there before.
 */
export function x509(): Promise<X509> {
  return (loading ??= import('reflect-metadata').then(() => import('@peculiar/x509')))
}
