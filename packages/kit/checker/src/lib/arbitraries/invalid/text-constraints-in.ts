import type { TextConstraints } from '../../text/text-constraints.ts'
import { numberIn } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

/** What one schema says of texts. */
export const textConstraintsIn = (shell: Shell): TextConstraints => ({
  minLength: numberIn(shell, 'minLength', 0),
  maxLength: numberIn(shell, 'maxLength', Infinity),
  patterns: [shell['pattern']].filter((pattern) => typeof pattern === 'string'),
  formats: [shell['format']].filter((format) => typeof format === 'string'),
})
