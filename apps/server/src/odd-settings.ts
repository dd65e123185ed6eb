import { type Environment, settingNames } from './config.ts'

/** Warnings about variables that look like a misspelled setting, and about settings that are empty. No warning repeats a value. */
export function findOddSettings(env: Environment): readonly string[] {
  const slips = Object.keys(env).flatMap((name) => {
    const suggestion = settingNames.includes(name)
      ? undefined
      : settingNames.find((one) => isSlip(name.toUpperCase(), one) || name.toUpperCase() === one)
    return suggestion === undefined ? [] : [`${name} is not a setting; did you mean ${suggestion}?`]
  })
  const empty = settingNames.filter((name) => env[name]?.trim() === '')
  const others = empty.filter((name) => name !== 'SANDBOX_KEY')
  return [
    ...slips,
    ...(empty.length === others.length ? [] : [openControls]),
    ...(others.length === 0 ? [] : [`Empty settings count as unset: ${others.join(', ')}`]),
  ]
}

const openControls =
  'SANDBOX_KEY is empty: the sandbox controls need no key. Set one to protect them, or unset it'

/** Whether the names differ by one typing error: a letter added, missing or wrong, or two letters swapped. */
function isSlip(name: string, other: string): boolean {
  const start = Array.from(name).findIndex((letter, index) => letter !== other[index])
  if (start === -1) return other.length === name.length + 1
  const [rest, otherRest] = [name.slice(start), other.slice(start)]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
