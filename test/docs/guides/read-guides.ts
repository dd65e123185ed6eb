import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'
import { type CodeBlock, readCodeBlocks } from './read-code-blocks.ts'

/** A guide of the docs as it is written. */
export interface Guide {
  /** `coupons-and-money`. */
  readonly slug: string
  readonly markdown: string
  readonly blocks: readonly CodeBlock[]
}

const folder = join(repositoryRoot, 'apps/docs/guides')

/** Every guide, by its name. */
export const guides: readonly Guide[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .toSorted()
  .map((file) => {
    const markdown = readFileSync(join(folder, file), 'utf8')
    return { slug: basename(file, '.md'), markdown, blocks: readCodeBlocks(markdown) }
  })

/** One guide; throws when there is none of that name. */
export function getGuide(slug: string): Guide {
  const guide = guides.find((candidate) => candidate.slug === slug)
  if (guide === undefined) throw new Error(`There is no guide ${slug}`)
  return guide
}

/** Guides with something that runs in a language. */
export function guidesWith(language: string): readonly Guide[] {
  return guides.filter(({ blocks }) => runnable(blocks, language).length > 0)
}

/** The blocks of a language that are run, each with what it is said to print, if anything is. */
export function runnable(
  blocks: readonly CodeBlock[],
  language: string,
): readonly { readonly block: CodeBlock; readonly expected: CodeBlock | undefined }[] {
  return blocks.flatMap((block, index) =>
    block.language === language && block.use === '' ? [{ block, expected: findOutput(blocks, index) }] : [],
  )
}

/** What a block prints: the next output of its run, unless another block of its language comes before. */
export function findOutput(blocks: readonly CodeBlock[], index: number): CodeBlock | undefined {
  const block = blocks[index]
  for (const next of blocks.slice(index + 1)) {
    if (next.run !== block?.run) return undefined
    if (prints.has(next.use)) return next
    if (next.language === block.language && next.use === block.use) return undefined
  }
  return undefined
}

const prints: ReadonlySet<string> = new Set(['response', 'excerpt', 'output'])
