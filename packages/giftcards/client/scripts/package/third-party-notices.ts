import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages whose code is bundled. */
const bundled = ['openapi-fetch'] as const

/** The notices that the licences of bundled code ask for, as Markdown, with versions and texts as installed. */
export async function thirdPartyNotices(): Promise<string> {
  const sections = await Promise.all(bundled.map(noticeOf))
  return ['# Third-party notices', 'This package contains code of the following projects.', ...sections].join(
    '\n\n',
  )
}

async function noticeOf(name: string): Promise<string> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  const { version, license, homepage }: Readonly<Record<string, string>> = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const text = await readFile(join(folder, 'LICENSE'), 'utf8')
  return `## ${name} ${version}\n\n${homepage}, licence ${license}:\n\n${text.trim()}\n`
}
