import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DocumentError } from './document-error.ts'
import { tellUri } from './part.ts'

const TIMEOUT_MS = 10_000

/** The absolute URI of a document named by a path, relative to the working directory, or by a URL. */
export const toUri = (source: string): string => {
  if (!/^(https?|file):/i.test(source)) return pathToFileURL(resolve(source)).href
  if (!URL.canParse(source))
    throw new DocumentError(`The document ${source} cannot be read: that is no valid URL.`)
  const url = new URL(source)
  url.hash = ''
  return url.href
}

/** The text behind an absolute URI, and the URI it came from in the end; throws {@link DocumentError} where it cannot be had within 10 s. */
export const readSource = async (uri: string): Promise<{ readonly text: string; readonly uri: string }> => {
  try {
    if (uri.startsWith('file:')) return { text: await readFile(fileURLToPath(uri), 'utf8'), uri }
    if (!/^https?:/.test(uri)) throw new Error('only files and http(s) URLs can be read')
    const response = await fetch(uri, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the server answers ${response.status}`)
    return { text: await response.text(), uri: response.url }
  } catch (error) {
    throw new DocumentError(`The document ${tellUri(uri)} cannot be read: ${reasonOf(error)}.`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'reading it is not permitted',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
}

const reasonOf = (error: unknown): string => {
  const { code, cause, message, name } = error as {
    code?: string
    cause?: unknown
    message?: string
    name?: string
  }
  if (name === 'TimeoutError') return `no answer came within ${TIMEOUT_MS / 1000} seconds`
  if (typeof code === 'string' && REASONS[code] !== undefined) return REASONS[code]
  return cause === undefined ? String(message) : reasonOf(cause)
}
