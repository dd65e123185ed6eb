import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'

/** The command that starts a browser, and the environment variables to add. */
export interface BrowserCommand {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Returns the Chromium of the npm package, for Linux x64. The package includes a font and the libraries that a bare machine
 * lacks (NSS, NSPR, expat). It also needs glibc 2.34 or later and libgcc_s, which Node needs too. It is unpacked once per
 * user and version, in seconds, below `$XDG_CACHE_HOME` or `~/.cache`.
 */
export async function unpackChromium(): Promise<BrowserCommand> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'giftcards', `chromium-${packageVersion()}`)
  if (!existsSync(folder)) await fillFolder(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Fills a temporary folder and then renames it, so that `folder` is always complete. If two processes do so, the first wins. */
async function fillFolder(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const filling = mkdtempSync(`${folder}-`)
  try {
    await inflateArchives(filling)
    writeFileSync(join(filling, 'fonts.conf'), fontSettings(folder))
    renameSync(filling, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(filling, { recursive: true, force: true })
  }
}

/** The package unpacks only to the temporary folder, so a worker unpacks it with `folder` as its temporary folder. */
async function inflateArchives(folder: string): Promise<void> {
  const body = new URL('./inflate-chromium.ts', import.meta.url)
  await once(new Worker(body, { env: { ...process.env, TMPDIR: folder } }), 'exit')
}

/** The package's own settings look for the fonts in `/tmp`. With these settings, text has the same width on every machine. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as {
    version: string
  }
  return version
}
