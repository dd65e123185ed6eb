/**
 * The parameters of a path template as a URL or path fills them, in template order; undefined where it does not end in that path.
 * What stands before, such as an origin and a path prefix, is overlooked, and so are query and fragment.
 */
export const matchPath = (template: string, url: string): Readonly<Record<string, string>> | undefined => {
  const wanted = partsOf(template)
  const given = partsOf(pathOf(url))
  if (wanted.length === 0 || given.length < wanted.length) return undefined
  const found: [string, string][] = []
  for (const [index, part] of given.slice(given.length - wanted.length).entries()) {
    const values = matchPart(wanted[index] ?? '', part)
    if (values === undefined) return undefined
    found.push(...values)
  }
  return Object.fromEntries(found)
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

const pathOf = (url: string): string => {
  const path = url.replace(/[?#].*$/s, '')
  return path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
}

/** Matches one segment, in which parameters may stand among fixed text: `{name}.json`. */
const matchPart = (template: string, part: string): [string, string][] | undefined => {
  const names: string[] = []
  const source = template.replaceAll(/\{([^{}]+)\}|[.*+?^${}()|[\]\\]/g, (token, name?: string) => {
    if (name === undefined) return `\\${token}`
    names.push(name)
    return '(.+?)'
  })
  const match = new RegExp(`^${source}$`, 's').exec(part)
  if (match === null) return undefined
  return names.map((name, index) => [name, decoded(match[index + 1] ?? '')])
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
