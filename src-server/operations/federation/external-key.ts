/** The name by which services outside know an application (spec/5 §8.5). WHY made of its id: there is one of each. */
export const externalKeyOf = (appId: string) => `exk${appId.slice(3)}`
