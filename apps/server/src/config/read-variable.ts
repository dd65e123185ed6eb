import { ConfigError } from './config-error.ts'

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A text; unset and empty are the same. */
export function readText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim()
  return text === '' ? undefined : text
}

/** A whole number within bounds. */
export function readInteger(
  env: Environment,
  name: string,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`)
  return value
}

/** One of the given words. */
export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const choice = choices.find((known) => known === text)
  if (choice === undefined) throw new ConfigError(`${name} must be one of ${choices.join(', ')}`)
  return choice
}

/** Web origins of the given schemes, separated by commas; `*` is none. */
export function readOrigins(env: Environment, name: string, schemes: readonly string[]): readonly string[] {
  const origins = (readText(env, name) ?? '').split(',').map((origin) => origin.trim())
  return origins
    .filter((origin) => origin !== '')
    .map((origin) => {
      if (
        !URL.canParse(origin) ||
        new URL(origin).origin !== origin ||
        !schemes.includes(new URL(origin).protocol)
      ) {
        const kind = schemes.includes('http:') ? 'web origins' : 'https origins in production mode,'
        throw new ConfigError(`${name} must be ${kind} separated by commas, such as https://shop.example.com`)
      }
      return origin
    })
}
