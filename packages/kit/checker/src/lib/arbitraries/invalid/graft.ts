import { isObject, own, type Json } from '../../schema/json.ts'

/**
 * A copy of a value with one of its parts replaced. Where the value has no such part, or nothing that could have it, what
 * `donor` has there is taken over, for the donor is known to have the part.
 */
export const graft = (value: Json, donor: Json, tokens: readonly string[], part: Json): Json => {
  const [token, ...rest] = tokens
  if (token === undefined) return part
  const below = (has: Json | undefined): Json => {
    const given = memberOf(donor, token) ?? null
    return graft(has ?? given, given, rest, part)
  }
  if (isObject(value) && isObject(donor)) return { ...value, [token]: below(own(value, token)) }
  if (Array.isArray(value) && Number(token) < value.length)
    return value.with(Number(token), below(value[Number(token)]))
  return value === donor || !isContainer(donor) ? part : graft(donor, donor, tokens, part)
}

/** The part of a value at a path, or undefined. */
export const partAt = (value: Json, tokens: readonly string[]): Json | undefined =>
  tokens.reduce<Json | undefined>((at, token) => (at === undefined ? undefined : memberOf(at, token)), value)

const memberOf = (value: Json, token: string): Json | undefined => {
  if (Array.isArray(value)) return value[Number(token)]
  return isObject(value) ? own(value, token) : undefined
}

const isContainer = (value: Json): boolean => typeof value === 'object' && value !== null
