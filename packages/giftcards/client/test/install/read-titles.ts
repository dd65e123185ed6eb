import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Opens pages in a browser, and prints the title that each gets from its script. The arguments are the folder that the
 * browser is installed in, and the addresses of the pages. `CHROME_PATH` names another browser: the installed one is for
 * Linux on x64. It is unpacked into the temporary folder.
 */
const [tools = '', ...addresses] = process.argv.slice(2)
const require = createRequire(join(tools, 'package.json'))

/** The used part of playwright-core. */
interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> }
}
interface Browser {
  newPage(): Promise<Page>
  close(): Promise<void>
}
interface Page {
  goto(address: string): Promise<unknown>
  waitForFunction(expression: string): Promise<unknown>
  title(): Promise<string>
}

const { chromium } = require('playwright-core') as Playwright
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? (await unpackChromium()),
  args: ['--disable-gpu'],
  env: { ...process.env, LD_LIBRARY_PATH: join(tmpdir(), 'al2023/lib') },
})
try {
  for (const address of addresses) {
    const page = await browser.newPage()
    await page.goto(address)
    await page.waitForFunction("document.title !== 'no cart yet'")
    process.stdout.write(`${await page.title()}\n`)
  }
} finally {
  await browser.close()
}

/** The package has the program, and the libraries that a bare machine lacks, in archives. */
async function unpackChromium(): Promise<string> {
  const entry = require.resolve('@sparticuz/chromium')
  const { inflate } = (await import(pathToFileURL(entry).href)) as {
    readonly inflate: (path: string) => Promise<string>
  }
  const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']
  const paths = archives.map((archive) => inflate(join(dirname(entry), '../bin', archive)))
  const [program = ''] = await Promise.all(paths)
  return program
}
