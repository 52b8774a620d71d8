/** Work that was cut short because the service stops: no fault of it. */
export class StoppingError extends Error {
  constructor() {
    super('the service is being stopped')
    this.name = 'StoppingError'
  }
}
