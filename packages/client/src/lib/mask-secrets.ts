/** Tokens (JWTs) and what looks like a card number, in groups or not. */
const telltale = /[\w-]{8,}\.[\w-]{8,}\.[\w-]+|\d([ -]?\d){11,18}/g

/** A text of somebody else's, with the given secrets and all that looks like one replaced by `****`. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((masked, secret) => (secret ? masked.replaceAll(secret, '****') : masked), text)
    .replace(telltale, '****')
}
