/** Replaces each masked value. */
export const mask = '***'

/** Shorter secrets may occur in any text by chance. */
export const shortestRepeated = 6

/** Whether a text holds one of the secrets. */
export const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  secrets.some((one) => (one.length < shortestRepeated ? text === one : text.includes(one)))

/** An undeclared property name is shown only if it looks like `face_value`, without digits and hyphens. */
export const plainName = /^[A-Za-z][A-Za-z_]{0,39}$/

export const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Whether a text looks like a misplaced secret: many digits, like a card or account number, a JSON Web Token, or a long word of
 * letters and digits. The second line of defense after the contract.
 */
export function looksSecret(text: string): boolean {
  if (!suspicious.test(text)) return false
  const rest = text.replace(uuids, '')
  return suspicious.test(rest) && (/\d{9}|\d(?:[ -]?\d){11}|eyJ[\w-]{8}/.test(rest) || hasToken(rest))
}

/** A quick check that excludes most texts: no shorter run counts as a secret. */
const suspicious = /\d{9}|\d(?:[ -]?\d){11}|eyJ[\w-]{8}|[\w-]{20}/

const hasToken = (text: string): boolean =>
  (text.match(/[\w-]{20,}/g) ?? []).some((word) => /\d/.test(word) && /[a-z]/i.test(word))

/** Whether a free text looks like a PIN or a security code. */
export const looksLikePin = (text: string): boolean => /^\d{3,}$/.test(text)
