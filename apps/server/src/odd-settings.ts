import { type Environment, settingNames } from './config.ts'

/** One sentence for each variable that looks like a setting and is none, and one for those that are empty. Without any value. */
export function findOddSettings(env: Environment): readonly string[] {
  const slips = Object.keys(env).flatMap((name) => {
    const meant = settingNames.includes(name)
      ? undefined
      : settingNames.find((one) => isSlip(name.toUpperCase(), one) || name.toUpperCase() === one)
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`]
  })
  const empty = settingNames.filter((name) => env[name]?.trim() === '')
  return [...slips, ...(empty.length === 0 ? [] : [`Empty settings count as unset: ${empty.join(', ')}`])]
}

/** Names that one slip of the finger tells apart: a letter more, less, other, or two that changed places. */
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
