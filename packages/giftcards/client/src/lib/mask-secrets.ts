/** Tokens: JWTs, whose header is an object of JSON. */
const token = /eyJ[\w-]*\.[\w-]+\.[\w-]*/g

/** What looks like a card number, in groups or not. */
const cardNumber = /\d([ -]?\d){11,18}/g

/** A text of somebody else's, with the given secrets and all that looks like one replaced by `****`. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return maskTokens(text, secrets).replace(cardNumber, '****')
}

/** The same but for card numbers: for an id, which may well look like one. */
export function maskTokens(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((masked, secret) => (secret ? masked.replaceAll(secret, '****') : masked), text)
    .replace(token, '****')
}
