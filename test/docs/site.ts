import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveFolder } from '@giftcards/test-browser'
import { startSandbox } from '@giftcards/test-harness'

/** The sandbox that all test files of this process share. A test that needs the published data resets it first. */
export const sandbox = await startSandbox()

/** The folder of the built docs. */
export const docsFolder = dirname(fileURLToPath(import.meta.resolve('@giftcards/docs/dist/index.html')))

/** The address of the built docs on a plain file server, like that of a partner. */
export const { url: docsUrl } = await serveFolder(docsFolder)

/** Returns the text of a file of the built docs. */
export const readDocs = (path: string): string => readFileSync(join(docsFolder, path), 'utf8')

/** An entry of `errors.json`. */
export interface ErrorEntry {
  readonly code: string
  readonly status: number
  readonly messages: readonly string[]
  readonly causes: readonly string[]
  readonly action: string
  readonly retry: { readonly allowed: string; readonly retryAfter: string }
  readonly operations: readonly { readonly id: string; readonly repeat: string; readonly href: string }[]
  readonly related: readonly string[]
  readonly href: string
  readonly markdown: string
}

/** The entries of `errors.json`. */
export const { errors }: { readonly errors: readonly ErrorEntry[] } = JSON.parse(readDocs('errors.json'))
