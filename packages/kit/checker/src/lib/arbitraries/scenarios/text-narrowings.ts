import { boundaryTexts } from '../../text/boundary-texts.ts'
import { restrict } from '../invalid/narrow-shell.ts'
import type { Shell } from '../invalid/shell-of.ts'
import { textConstraintsIn } from '../invalid/text-constraints-in.ts'
import type { Narrowing } from './narrowing.ts'

/** The shortest and longest texts of a pattern, and those next to them in length: a pattern sets lengths, too. */
export const textNarrowings = (shell: Shell): Narrowing[] => {
  if (typeof shell['pattern'] !== 'string') return []
  return boundaryTexts(textConstraintsIn(shell)).map(({ text, scenario }) => ({
    scenario,
    keyword: 'pattern',
    shell: restrict(shell, { const: text }),
  }))
}
