import type { Service } from './service.ts'

/** What is remembered beside each running service, made when it is first asked for, and gone with the service. */
export function perService<State>(make: (service: Service) => State): (service: Service) => State {
  const states = new WeakMap<Service, State>()
  return (service) => {
    const known = states.get(service)
    if (known !== undefined) return known
    const made = make(service)
    states.set(service, made)
    return made
  }
}
