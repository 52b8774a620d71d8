interface Closing {
  close(): Promise<void>
}

/**
 * Clients of instances elsewhere, one for each connection as it is now, since limits, access tokens and open sockets outlive a call. What a
 * client is, is the matter of the layer that makes it.
 */
export class KeptClients {
  readonly #kept = new Map<string, { version: string; client: Closing }>()

  /** The client of a connection. @param version another one, once the connection was changed: the former client is closed */
  of<Client extends Closing>(id: string, version: string, make: () => Client): Client {
    const known = this.#kept.get(id)
    if (known?.version === version) return known.client as Client
    void known?.client.close()
    const client = make()
    this.#kept.set(id, { version, client })
    return client
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    const clients = [...this.#kept.values()]
    this.#kept.clear()
    await Promise.all(clients.map(({ client }) => client.close()))
  }
}
