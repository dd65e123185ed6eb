/** The faults of a value: a message by place, `channel.callback.at`. */
export type Faults = Record<string, string>

/** Notes in the faults what is wrong with a value. */
export type Rule = (value: unknown, at: string, faults: Faults) => void

// A pair of surrogates is one character (RFC 8259 8.1, JSON Schema validation 6.3.1).
const length = (sent: string): number => sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '.').length

/** A text between two lengths in code points, of a form if one is given. */
export const text =
  ({
    min = 0,
    max = Infinity,
    form,
  }: {
    min?: number
    max?: number
    form?: (text: string) => boolean
  }): Rule =>
  (value, at, faults) => {
    if (typeof value !== 'string') faults[at] = 'must be text'
    else if (length(value) < min || length(value) > max) faults[at] = `must have ${min} to ${max} characters`
    else if (form !== undefined && !form(value)) faults[at] = 'is not of the right form'
  }

/** One of these texts. */
export const oneOf =
  (...texts: readonly string[]): Rule =>
  (value, at, faults) => {
    if (typeof value !== 'string' || !texts.includes(value)) faults[at] = `must be one of ${texts.join(', ')}`
  }

/** A whole number between two bounds, both included, in steps. */
export const whole =
  ({ min, max, step = 1 }: { min: number; max: number; step?: number }): Rule =>
  (value, at, faults) => {
    if (!Number.isInteger(value)) faults[at] = 'must be a whole number'
    else if (Number(value) < min || Number(value) > max || Number(value) % step !== 0)
      faults[at] = `must lie between ${min} and ${max}`
  }

/** A number above one bound and up to another. */
export const hours =
  ({ above, max }: { above: number; max: number }): Rule =>
  (value, at, faults) => {
    if (typeof value !== 'number' || value <= above || value > max)
      faults[at] = `must lie above ${above} and up to ${max}`
  }

/** True or false. */
export const flag: Rule = (value, at, faults) => {
  if (typeof value !== 'boolean') faults[at] = 'must be true or false'
}

/** Null, or what another rule asks for. */
export const nullOr =
  (rule: Rule): Rule =>
  (value, at, faults) => {
    if (value !== null) rule(value, at, faults)
  }

/** A list; `unique` compares numbers and texts. */
export const list =
  (
    rule: Rule,
    { min = 0, max = Infinity, unique = false }: { min?: number; max?: number; unique?: boolean },
  ): Rule =>
  (value, at, faults) => {
    if (!Array.isArray(value)) faults[at] = 'must be a list'
    else if (value.length < min || value.length > max) faults[at] = `must have ${min} to ${max} items`
    else if (unique && new Set(value).size < value.length) faults[at] = 'must not have an item twice'
    else for (const [index, item] of value.entries()) rule(item, `${at}.${index}`, faults)
  }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with these fields; a closed one must have no others. */
export const record =
  (
    fields: Readonly<Record<string, Rule>>,
    {
      required = [],
      closed = false,
      min = 0,
    }: { required?: readonly string[]; closed?: boolean; min?: number },
  ): Rule =>
  (value, at, faults) => {
    if (!isObject(value)) {
      faults[at] = 'must be an object'
      return
    }
    const place = (name: string): string => (at === '' ? name : `${at}.${name}`)
    for (const name of required) if (!Object.hasOwn(value, name)) faults[place(name)] = 'is needed'
    if (Object.keys(value).length < min) faults[at] = 'must have something in it'
    for (const [name, item] of Object.entries(value)) {
      if (Object.hasOwn(fields, name)) fields[name]?.(item, place(name), faults)
      else if (closed) faults[place(name)] = 'is not known'
    }
  }

/** An object of any names, at most so many, all values of which keep one rule. */
export const map =
  (rule: Rule, { max }: { max: number }): Rule =>
  (value, at, faults) => {
    if (!isObject(value)) faults[at] = 'must be an object'
    else if (Object.keys(value).length > max) faults[at] = `must have at most ${max} names`
    else for (const [name, item] of Object.entries(value)) rule(item, `${at}.${name}`, faults)
  }

/** An object whose rule is chosen by the text of one of its fields. */
export const choice =
  (tag: string, rules: Readonly<Record<string, Rule>>): Rule =>
  (value, at, faults) => {
    const chosen = isObject(value) ? value[tag] : undefined
    const rule = typeof chosen === 'string' && Object.hasOwn(rules, chosen) ? rules[chosen] : undefined
    if (rule === undefined) faults[at] = `must have a ${tag} of ${Object.keys(rules).join(', ')}`
    else rule(value, at, faults)
  }

/** Applies a rule; undefined if nothing is wrong. */
export const findFaults = (rule: Rule, value: unknown, at = ''): Faults | undefined => {
  // Without a prototype, so that a field may have any name.
  const faults = Object.create(null) as Faults
  rule(value, at, faults)
  return Object.keys(faults).length === 0 ? undefined : { ...faults }
}
