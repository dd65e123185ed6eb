import { compareDocuments } from '@contract-kit/tools/changes'
import type { Construct } from '../construct.ts'
import { type Finding, judge } from './lab.ts'

/** Compares the document with itself, and with a changed version of the construct. */
export async function probeDiff({ document, revised, impact }: Construct): Promise<Finding> {
  const [none] = compareDocuments(document, structuredClone(document))
  const [change] = compareDocuments(document, revised)
  return judge(
    none && `finds a difference where there is none: ${none.what}`,
    change === undefined && 'finds no difference',
    change !== undefined && change.impact !== impact && `rates it ${change.impact}: ${change.what}`,
  )
}
