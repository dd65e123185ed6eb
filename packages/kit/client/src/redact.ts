/** JSON Web Tokens: the header is a JSON object in base64url. */
const jsonWebToken = /eyJ[\w-]*\.[\w-]+\.[\w-]*/g

/** Matches a text that looks like a payment card number, in groups or not. */
const cardNumber = /\d(?:[ -]?\d){11,18}/g

/** Names of body members whose values are secrets. */
const secretNames = /pass(?:word|code|phrase)|secret|token|pin$|cvv|cvc|api[-_]?key/i

const mask = '****'

/** Replaces the given secrets, and everything that looks like a token, in a text from outside. */
export function redactTokens(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((masked, secret) => (secret ? masked.replaceAll(secret, mask) : masked), text)
    .replace(jsonWebToken, mask)
}

/** Also replaces card numbers. Do not use it for ids, which may look like card numbers. */
export function redactText(text: string, secrets: readonly string[]): string {
  return redactTokens(text, secrets).replace(cardNumber, mask)
}

/** A copy of parsed JSON in which every text is redacted. */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, redactJson(member, secrets)])
  return Object.fromEntries(entries)
}

/** The texts of an input that must not be shown: members named like a password, at any depth. */
export function findSecrets(input: unknown, isSecret = false): readonly string[] {
  if (typeof input === 'string') return isSecret && input.length > 0 ? [input] : []
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, member]) =>
    findSecrets(member, isSecret || secretNames.test(name)),
  )
}

/** Every text of an input, both raw and in its JSON form. */
export function findTexts(input: unknown): readonly string[] {
  if (typeof input === 'string') return input.length < 3 ? [] : [input, JSON.stringify(input).slice(1, -1)]
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(findTexts) : []
}

/** HTML tags, and elements without visible text. */
const markup = /<(script|style)\b[^]*?<\/\1>|<[^>]*>/gi

/** Words and status codes. Anything else may be a key or personal data. */
const harmless = /^[("']*(?:[A-Za-z]{1,20}|\d{1,3})[)"'.,:;!?]*$/

/** The plain words at the beginning of a page or text from a proxy. Empty for JSON, which may hold secrets. */
export function toExcerpt(text: string, secrets: readonly string[]): string {
  if (/^\s*[[{"]/.test(text)) return ''
  const words = redactText(text.slice(0, 5_000).replace(markup, ' '), secrets).split(/\s+/)
  const masked = words.filter(Boolean).map((word) => (harmless.test(word) ? word : mask))
  return masked.join(' ').slice(0, 200)
}

/**
 * A copy of an error of the runtime: its name, redacted message, code and causes. The original may hold the whole request with its token,
 * which a log would show.
 */
export function redactCause(reason: unknown, secrets: readonly string[], depth = 0): unknown {
  if (!(reason instanceof Error)) return typeof reason === 'string' ? redactText(reason, secrets) : undefined
  const { name, message, code, cause } = reason as Error & { readonly code?: unknown }
  const copy: Error & { code?: string; cause?: unknown } = new Error(redactText(message, secrets))
  Object.defineProperty(copy, 'name', { value: name })
  if (typeof code === 'string') copy.code = code
  if (cause !== undefined && depth < 5) copy.cause = redactCause(cause, secrets, depth + 1)
  copy.stack = `${name}: ${copy.message}`
  return copy
}
