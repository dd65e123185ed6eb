/** Orders sections by number, as in the specification (2.9 before 2.10). Decisions (`D2`) come last, by their number. */
export function compareSections(left: string, right: string): number {
  const [a, b] = [toNumbers(left), toNumbers(right)]
  return a.group - b.group || a.major - b.major || a.minor - b.minor
}

function toNumbers(section: string) {
  const [major = '0', minor = '0'] = section.replace('D', '').split('.')
  return { group: section.startsWith('D') ? 1 : 0, major: Number(major), minor: Number(minor) }
}
