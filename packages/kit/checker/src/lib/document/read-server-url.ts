import { asObject, findText, listItems, mapEntries } from './expect-part.ts'
import type { Part } from './part.ts'

/** The path prefix of the first server, its variables at their defaults, without a trailing slash; undefined where no server is named. */
export const readServerUrl = (root: Part): string | undefined => {
  const [first] = listItems(root, 'servers')
  if (first === undefined) return undefined
  const server = asObject(first)
  const template = findText(server, 'url')
  if (template === undefined) return undefined
  const defaults = new Map(
    mapEntries(server, 'variables').map(([name, variable]) => [
      name,
      findText(asObject(variable), 'default'),
    ]),
  )
  const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => defaults.get(name) ?? '')
  const base = 'http://localhost'
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/+$/, '') : undefined
}
