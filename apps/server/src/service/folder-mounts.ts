import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { htmlPage, type Mount } from '@contract-kit/express'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.yaml': 'application/yaml; charset=utf-8',
}

/** What sets the pages of a folder apart. */
export interface FolderOptions {
  /** Headers of every page; a `content-security-policy` replaces the usual one. */
  readonly pageHeaders?: Readonly<Record<string, string>>
}

/**
 * Serves the files of a folder below `path`, each as a route of its own: what is not listed at start is not served,
 * however it is asked for. `page.html` is `page` as well, and `index.html` is the folder itself. Throws one sentence
 * when the folder is not there.
 */
export function folderMounts(path: string, folder: URL, options: FolderOptions = {}): readonly Mount[] {
  return listFiles(folder)
    .flatMap((filePath) => {
      const file = pathToFileURL(filePath)
      const name = file.pathname.slice(folder.pathname.length).replace(/^\//, '')
      return addressesOf(name).map((address) => fileMount(`${path}/${address}`, file, options))
    })
    .concat(redirectMount(path))
}

function listFiles(folder: URL): readonly string[] {
  try {
    return filesBelow(fileURLToPath(folder))
  } catch (error) {
    throw new Error(`${fileURLToPath(folder)} is not built: run npm run build first`, { cause: error })
  }
}

/** What `readdir` calls recursive follows symbolic links, out of the folder and round in circles; this does not. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() ? [path] : []
  })
}

/** `guides/index.html` is asked for by that name and as `guides/`. */
function addressesOf(name: string): readonly string[] {
  if (!name.endsWith('.html')) return [name]
  const short = name.slice(0, -'.html'.length)
  return [name, short === 'index' || short.endsWith('/index') ? short.slice(0, -'index'.length) : short]
}

function fileMount(path: string, file: URL, { pageHeaders = {} }: FolderOptions): Mount {
  const contentType = contentTypes[extname(file.pathname)] ?? 'application/octet-stream'
  return {
    method: 'GET',
    path,
    async handler() {
      const text = await readFile(file)
      const isPage = contentType.startsWith('text/html')
      return isPage ? htmlPage(text, pageHeaders) : { status: 200, contentType, text }
    },
  }
}

/** Links of a page are relative to its folder, so the folder's address ends with a slash. */
const redirectMount = (path: string): Mount => ({
  method: 'GET',
  path,
  handler: () => ({ status: 308, body: undefined, headers: { location: `${path.split('/').at(-1)}/` } }),
})
