/** Length of the key that a host gives the service for what has to be sent out again. */
export const SECRET_KEY_BYTES = 32
