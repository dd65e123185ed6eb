import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built docs. */
export const docsFolder = dirname(fileURLToPath(import.meta.resolve('@giftcards/docs/dist/index.html')))

/** Pages that a server sends in place of others, or puts its own into. */
const frames = ['404.html', 'frame.html']

/** Every page of the built docs, relative to their folder: `guides/errors.html`. */
export function listDocsPages(): readonly string[] {
  return readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html') && !frames.includes(name))
    .toSorted()
}
