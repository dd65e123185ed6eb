import { posix } from 'node:path'

/** The address of a file of the site as a page of the site links to it, so that the site works in any folder. */
export function toRelativeLink(fromPage: string, target: string): string {
  return posix.relative(posix.dirname(fromPage), target)
}
