/**
 * The command line as it is handed out, built once for all tests (`test/setup/built-parts.ts`): a start of the sources takes two seconds,
 * which some hundred starts are not worth. @returns its path
 */
export const builtCli = async (): Promise<string> => (await import('virtual:built-cli')).CLI
